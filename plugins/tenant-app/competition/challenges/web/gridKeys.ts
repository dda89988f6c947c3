export interface Position {
  row: number
  column: number
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
}

/** Moves a position by a key, within the grid; undefined for other keys. */
export function moveByKey(
  { row, column }: Position,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  size: Position,
): Position | undefined {
  const toEdge = ctrlKey || metaKey
  if (key === 'Home') return { row: toEdge ? 0 : row, column: 0 }
  if (key === 'End') return { row: toEdge ? size.row - 1 : row, column: size.column - 1 }
  const [down, right] = steps[key] ?? []
  if (down === undefined || right === undefined) return undefined
  const far = toEdge ? Infinity : 1
  return clampToGrid({ row: row + (down && down * far), column: column + (right && right * far) }, size)
}

/** Returns the nearest position within the grid. */
export const clampToGrid = ({ row, column }: Position, size: Position): Position => ({
  row: Math.max(0, Math.min(row, size.row - 1)),
  column: Math.max(0, Math.min(column, size.column - 1)),
})

/** Moves a position by a key that ends an edit; undefined for a key that continues it. */
export function moveAfterEdit(
  { row, column }: Position,
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  size: Position,
): Position | undefined {
  const step = {
    Enter: [shiftKey ? -1 : 1, 0],
    Tab: [0, shiftKey ? -1 : 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
  }[key]
  const [down = 0, right = 0] = step ?? []
  return step && clampToGrid({ row: row + down, column: column + right }, size)
}
