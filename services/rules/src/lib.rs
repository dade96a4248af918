//! Hong Kong mahjong: tiles, readings, patterns, variants, payments and the course of a match
