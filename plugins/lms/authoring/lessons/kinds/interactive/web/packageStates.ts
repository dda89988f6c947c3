import { z } from 'zod'
import type { PackageItem } from '../../../../files/contract.ts'

const itemState = z.object({
  /** State that the pages of the item save; undefined before they have said anything. */
  state: z.string().optional(),
  isFinished: z.boolean().default(false),
})

const packageStates = z.object({
  /** Item that is open. */
  at: z.string(),
  items: z.record(z.string(), itemState),
})
export type PackageStates = z.infer<typeof packageStates>

type Items = readonly PackageItem[]

/** Reads the saved state of a package. One with a single item saves its state alone. */
export function readStates(saved: string, items: Items): PackageStates {
  const [first] = items
  const fresh = { at: first?.id ?? '', items: {} }
  if (!first) return fresh
  if (items.length > 1) {
    const { success, data } = packageStates.safeParse(parseObject(saved))
    return success ? data : withItem(fresh, first.id, {}, items)
  }
  return withItem(fresh, first.id, saved === '' ? {} : { state: saved }, items)
}

/** Writes the state of a package as `readStates` reads it. */
export const writeStates = (states: PackageStates, items: Items): string =>
  items.length > 1 ? JSON.stringify(states) : (Object.values(states.items)[0]?.state ?? '')

/** Opens an item, which finishes an asset. */
export const openItem = (states: PackageStates, id: string, items: Items): PackageStates =>
  withItem({ ...states, at: id }, id, {}, items)

/** Adds what an item says; once finished it stays finished. An asset is finished when it is opened. */
export function withItem(
  states: PackageStates,
  id: string,
  said: { state?: string | undefined; isFinished?: boolean | undefined },
  items: Items,
): PackageStates {
  const before = states.items[id]
  const state = said.state ?? before?.state
  const isAsset = items.length > 1 && items.some((item) => item.id === id && item.isAsset)
  const isFinished = before?.isFinished === true || said.isFinished === true || isAsset
  return { ...states, items: { ...states.items, [id]: { ...(state === undefined ? {} : { state }), isFinished } } }
}

/** State with which the frame of an item begins: that of the manifest, then its own. */
export function stateOfItem({ items }: PackageStates, { id, launch }: PackageItem): string {
  const saved = items[id]?.state ?? ''
  const isLaunched = Object.keys(launch).length > 0
  return isLaunched ? JSON.stringify({ ...parseObject(saved), ...launch }) : saved
}

/** Finds the item that a package asks for: `next`, `previous`, or its identifier. */
export function findNextItem(items: Items, currentId: string, wanted: string): PackageItem | undefined {
  const at = items.findIndex(({ id }) => id === currentId)
  if (wanted === 'next') return items[at + 1]
  if (wanted === 'previous') return at > 0 ? items[at - 1] : undefined
  return items.find(({ id }) => id === wanted)
}

function parseObject(text: string): object {
  try {
    const said: unknown = JSON.parse(text)
    return said && typeof said === 'object' ? said : {}
  } catch {
    return {}
  }
}
