import type { ReactNode } from 'react'
import { t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import { Banner } from '../feedback/Banner.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import type { EmptyStateProps } from '../feedback/EmptyState.tsx'
import { errorText } from '../feedback/errorText.ts'
import { SearchField } from '../fields/SearchField.tsx'
import type { SearchFieldProps } from '../fields/SearchField.tsx'
import type { ListAddress } from './listAddress.ts'
import { NoMatches } from './NoMatches.tsx'
import { Toolbar } from './Toolbar.tsx'
import type { QueryLike } from './queryLike.ts'

/** Position in a list: `useListAddress`, or those of its parts that the list has. */
export type ListPosition = Partial<Pick<ListAddress<never>, 'page' | 'turnTo' | 'searchField' | 'isFiltered' | 'clear'>>

/** Props of the list on the screen, a PagedTable or a CardGrid: `{(shown) => <PagedTable {...shown} … />}`. */
export interface ShownList<Query> {
  query: Query
  empty: ReactNode
  label: string
  counted: string
}

export interface ListScreenProps<Query> {
  /** Noun of the things listed, lower case and plural: 'subscriptions'. */
  counted: string
  list: ListPosition
  query: Query
  /** Props of the search field, which is shown where `list` has a text to search for. */
  search?: Pick<SearchFieldProps, 'placeholder' | 'maxLength'> & { label?: string }
  /** Beside the search field, as FilterSelect. */
  filters?: ReactNode
  /** At the end of the toolbar, as a count. */
  end?: ReactNode
  /** Empty state when there is nothing at all: what would be here and how to begin. */
  none: EmptyStateProps
  /** Suggestion of what else to try when nothing matches the search. */
  noMatches?: ReactNode
  /** Instead of 'No subscriptions match'. */
  noMatchesTitle?: string
  children: (shown: ShownList<Query>) => ReactNode
}

/** A list with all that belongs to it: search and filters, the list itself, what stands there when it is empty, pages. */
export function ListScreen<Query extends QueryLike & { data: unknown }>(props: ListScreenProps<Query>) {
  const { counted, list, query, search, filters, end, children } = props
  const { searchField } = list
  const hasToolbar = searchField !== undefined || filters !== undefined || end !== undefined
  return (
    <>
      {hasToolbar && (
        <Toolbar label={t('Find {counted}', { counted })} end={end}>
          {searchField && <SearchField label={t('Search {counted}', { counted })} {...search} {...searchField} />}
          {filters}
        </Toolbar>
      )}
      {Boolean(query.error) && query.data !== undefined && (
        <Banner tone="error" title={t('The {counted} could not be refreshed', { counted })}>
          {errorText(query.error)}
        </Banner>
      )}
      {children({
        query,
        empty: <Empty {...props} />,
        label: counted.charAt(0).toUpperCase() + counted.slice(1),
        counted,
      })}
    </>
  )
}

function Empty({
  counted,
  list: { page = 1, turnTo, isFiltered, clear },
  none,
  noMatches,
  noMatchesTitle = `No ${counted} match`,
}: Omit<ListScreenProps<unknown>, 'children'>) {
  if (page > 1 && turnTo) {
    return (
      <EmptyState
        title={t('This page of the list does not exist')}
        action={<Button onPress={() => turnTo(1)}>{t('Show the first page')}</Button>}
      />
    )
  }
  if (isFiltered && clear) {
    return (
      <NoMatches title={noMatchesTitle} onClear={clear}>
        {noMatches}
      </NoMatches>
    )
  }
  return <EmptyState {...none} />
}
