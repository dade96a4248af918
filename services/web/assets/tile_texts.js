// @ts-check
/** Winds, and what people call the tiles. */
export const TILE_TEXTS = /** @type {const} */ ({
  east: ["East", "東"],
  south: ["South", "南"],
  west: ["West", "西"],
  north: ["North", "北"],

  characters: ["{rank} of characters", "{rank}萬"],
  dots: ["{rank} of dots", "{rank}筒"],
  bamboos: ["{rank} of bamboos", "{rank}索"],
  tile_E: ["East wind", "東風"],
  tile_S: ["South wind", "南風"],
  tile_W: ["West wind", "西風"],
  tile_N: ["North wind", "北風"],
  tile_C: ["Red dragon", "紅中"],
  tile_F: ["Green dragon", "發財"],
  tile_P: ["White dragon", "白板"],
  tile_1f: ["Plum, flower 1", "梅花"],
  tile_2f: ["Orchid, flower 2", "蘭花"],
  tile_3f: ["Chrysanthemum, flower 3", "菊花"],
  tile_4f: ["Bamboo, flower 4", "竹花"],
  tile_1q: ["Spring, season 1", "春"],
  tile_2q: ["Summer, season 2", "夏"],
  tile_3q: ["Autumn, season 3", "秋"],
  tile_4q: ["Winter, season 4", "冬"],
});
