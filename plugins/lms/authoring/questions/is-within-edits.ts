/**
 * Checks if one text becomes the other by at most `most` missing, extra or different letters (Levenshtein). Letters whose
 * positions differ by more cannot match (Ukkonen): each letter is compared with `2 * most + 1` of the other text, however
 * long it is, and with none once there are too many edits.
 */
export function isWithinEdits(one: readonly string[], other: readonly string[], most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false
  // Edits from the letters so far to each prefix of the other text. Outside the band they stay above `most`.
  const edits = [0, ...other.map((_, index) => index + 1)]
  for (const [index, letter] of one.entries()) {
    const [first, end] = [Math.max(0, index - most), Math.min(other.length, index + most + 1)]
    let before = edits[first] ?? 0
    let fewest = first === 0 ? index + 1 : most + 1
    edits[first] = fewest
    for (let place = first; place < end; place++) {
      const removed = (edits[place + 1] ?? 0) + 1
      const replaced = before + (other[place] === letter ? 0 : 1)
      before = removed - 1
      const cost = Math.min(removed, (edits[place] ?? 0) + 1, replaced)
      edits[place + 1] = cost
      if (cost < fewest) fewest = cost
    }
    if (fewest > most) return false
  }
  return (edits.at(-1) ?? 0) <= most
}
