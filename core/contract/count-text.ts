/** A number of things, in English: `1 session`, `1,200 sessions`. `many` where an s does not make the plural. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
