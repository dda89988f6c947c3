/** Range from a position up to but excluding another, in milliseconds or pages. */
export type Stretch = readonly [number, number]

/** Sorts stretches, and merges those that touch. */
export function mergeStretches(stretches: readonly Stretch[]): Stretch[] {
  const inOrder = stretches.filter(([from, to]) => to > from).toSorted(([one], [other]) => one - other)
  const found: [number, number][] = []
  for (const [from, to] of inOrder) {
    const last = found.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else found.push([from, to])
  }
  return found
}

export const sumStretches = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, [from, to]) => sum + to - from, 0)

/** Formats a multirange of PostgreSQL. */
export const toMultirange = (stretches: readonly Stretch[]): string =>
  `{${stretches.map(([from, to]) => `[${from},${to})`).join(',')}}`
