/** Reproducible random numbers. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  fraction: () => number
  /** Returns a whole number, both ends included. */
  between: (low: number, high: number) => number
  chance: (share: number) => boolean
  one: <T>(list: readonly T[]) => T
  shuffled: <T>(list: readonly T[]) => T[]
}

/** Creates the same sequence for the same text (FNV-1a for the start, mulberry32 for the rest). */
export function randomOf(text: string): Random {
  let state = 2_166_136_261
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  const fraction = () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1))
  return {
    fraction,
    between,
    chance: (share) => fraction() < share,
    one: (list) => list[between(0, list.length - 1)] as (typeof list)[number],
    shuffled: (list) =>
      list
        .map((item) => ({ item, place: fraction() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
  }
}
