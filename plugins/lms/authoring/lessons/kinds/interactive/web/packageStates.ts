import { z } from 'zod'
import type { PackageItem } from '../../../../files/contract.ts'

const itemState = z.object({
  /** State that the pages of the item save; undefined before the first save. */
  state: z.string().optional(),
  isFinished: z.boolean().default(false),
})

const packageStates = z.object({
  /** Open item. */
  at: z.string(),
  items: z.record(z.string(), itemState),
})
export type PackageStates = z.infer<typeof packageStates>

type Items = readonly PackageItem[]

/** Reads the saved state of a package. A package with a single item saves its state alone. */
export function readStates(saved: string, items: Items): PackageStates {
  const [first] = items
  const fresh = { at: items.find(({ requires }) => requires.length === 0)?.id ?? first?.id ?? '', items: {} }
  if (!first) return fresh
  if (items.length > 1) {
    const { success, data } = packageStates.safeParse(parseObject(saved))
    return success ? data : withItem(fresh, fresh.at, {}, items)
  }
  return withItem({ ...fresh, at: first.id }, first.id, saved === '' ? {} : { state: saved }, items)
}

/** Writes the state of a package as `readStates` reads it. */
export const writeStates = (states: PackageStates, items: Items): string =>
  items.length > 1 ? JSON.stringify(states) : (Object.values(states.items)[0]?.state ?? '')

/** Opens an item, which finishes an asset. */
export const openItem = (states: PackageStates, id: string, items: Items): PackageStates =>
  withItem({ ...states, at: id }, id, {}, items)

/** Merges the reported state of an item; once finished it stays finished. An asset is finished when it is opened. */
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

/** Builds the initial state of an item's frame: the manifest's values, overridden by the saved ones. */
export function stateOfItem({ items }: PackageStates, { id, launch }: PackageItem): string {
  const saved = items[id]?.state ?? ''
  const isLaunched = Object.keys(launch).length > 0
  return isLaunched ? JSON.stringify({ ...parseObject(saved), ...launch }) : saved
}

/** Checks if all of a package is completed: until then its order applies. */
const isCompleted = ({ items: states }: PackageStates, items: Items): boolean =>
  items.every(({ id }) => states[id]?.isFinished)

/** Checks if an item has no open prerequisites. */
const isOpen = (states: PackageStates, item: PackageItem, items: Items): boolean =>
  isCompleted(states, items) || item.requires.every((id) => states.items[id]?.isFinished)

/** Checks if a learner may open an item from the outline. */
export function canChoose(states: PackageStates, item: PackageItem, items: Items): boolean {
  if (isCompleted(states, items) || item.id === states.at) return true
  const isBefore = items.indexOf(item) < items.findIndex(({ id }) => id === states.at)
  return item.isChoosable && !(item.isForwardOnly && isBefore) && isOpen(states, item, items)
}

/** Finds the requested item: `next`, `previous`, or its identifier; none if it is closed. */
export function findNextItem(states: PackageStates, wanted: string, items: Items): PackageItem | undefined {
  const at = items.findIndex(({ id }) => id === states.at)
  const step = wanted === 'next' ? 1 : wanted === 'previous' ? -1 : 0
  const found = step === 0 ? items.find(({ id }) => id === wanted) : items[at + step]
  if (!found || !isOpen(states, found, items)) return undefined
  const isBack = items.indexOf(found) < at && !isCompleted(states, items)
  return isBack && found.isForwardOnly ? undefined : found
}

function parseObject(text: string): object {
  try {
    const said: unknown = JSON.parse(text)
    return said && typeof said === 'object' ? said : {}
  } catch {
    return {}
  }
}
