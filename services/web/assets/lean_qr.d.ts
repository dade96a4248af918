// The part of the module beside it that is used here.
export function generate(text: string): { readonly size: number; get(x: number, y: number): boolean };
