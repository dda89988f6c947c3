/** Letters and digits, in the order in which they are given to places whose name has none that is free. */
const OTHERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Gives each place a letter, which goes there after `G`: the first of its words where it is free, then any of its name.
 * Places that come first choose first, so that a new one at the end changes none.
 * @param places in their order in the navigation; at most 36 get a letter
 */
export function goKeys<Place extends { label: string }>(places: readonly Place[]): Map<string, Place> {
  const byKey = new Map<string, Place>()
  for (const place of places) {
    const name = place.label.toLowerCase()
    const initials = name.split(/[^a-z0-9]+/).map((word) => word.charAt(0))
    const letters = Array.from(initials.join('') + name + OTHERS)
    const key = letters.find((letter) => OTHERS.includes(letter) && !byKey.has(letter))
    if (key !== undefined) byKey.set(key, place)
  }
  return byKey
}
