import type { ReactNode } from 'react'
import { Loaded } from '../feedback/Loaded.tsx'
import type { LoadedProps } from '../feedback/Loaded.tsx'
import { ShowMore } from './ShowMore.tsx'
import type { ShowMoreProps } from './ShowMore.tsx'

interface GrowingListProps<Row> extends Pick<LoadedProps<unknown>, 'height' | 'isFrameless'> {
  /** Result of a read's `infinite`. */
  query: LoadedProps<{ rows: readonly Row[] }>['query'] & ShowMoreProps['query']
  /** Shown in place of the list when it is empty. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A short list in a dialog or a card, with Show more. */
export function GrowingList<Row>({ query, empty, children, ...waiting }: GrowingListProps<Row>) {
  return (
    <Loaded query={query} {...waiting}>
      {({ rows }) =>
        rows.length === 0 ? (
          empty
        ) : (
          <>
            {children(rows)}
            <ShowMore query={query} />
          </>
        )
      }
    </Loaded>
  )
}
