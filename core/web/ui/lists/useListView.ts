import { LayoutGrid, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../text.ts'
import { itemsOf, type PagedQueryLike } from './queryLike.ts'

export type ListView = 'cards' | 'table'

/** A list of more items is a table until the user chooses, since cards of more do not fit on a screen. */
const MOST_CARDS = 12

/** Views of a list, for a ViewSwitch. */
export const listViews = [
  { id: 'cards', label: t('Cards'), icon: LayoutGrid },
  { id: 'table', label: t('Table'), icon: Rows3 },
] as const

const keyOf = (name: string) => `trellis.view.${name}`

/** Stores the user's choice for a list that is not shown at the moment. */
export function rememberListView(name: string, view: ListView): void {
  localStorage.setItem(keyOf(name), view)
}

/**
 * Chooses cards or a table for a list: the user's choice, which this device remembers, and else by the number of items.
 * @param name of the list on this device: 'students'
 */
export function useListView(
  name: string,
  query: PagedQueryLike<unknown>,
): [view: ListView, choose: (view: ListView) => void] {
  const [chosen, setChosen] = useState(() => localStorage.getItem(keyOf(name)))
  const usual = query.hasNextPage || itemsOf(query).length > MOST_CARDS ? 'table' : 'cards'
  return [
    listViews.find(({ id }) => id === chosen)?.id ?? usual,
    (view) => {
      rememberListView(name, view)
      setChosen(view)
    },
  ]
}
