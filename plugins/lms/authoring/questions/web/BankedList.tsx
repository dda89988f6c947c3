import type { ReactNode } from 'react'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { itemsOf, type PagedQueryLike } from '#core/web/ui/lists/queryLike.ts'
import { ShowMore } from '#core/web/ui/lists/ShowMore.tsx'
import type { Banked } from '../bank-contract.ts'
import { QuestionRow } from './QuestionRow.tsx'
import * as styles from './questions.css.ts'

interface BankedListProps {
  query: PagedQueryLike<Banked>
  empty: ReactNode
  menuOf: (banked: Banked) => readonly MenuEntry[]
}

/** Lists the questions of a bank. */
export function BankedList({ query, empty, menuOf }: BankedListProps) {
  const questions = itemsOf(query)
  if (query.isPending) return <Skeleton height={320} />
  if (query.error && questions.length === 0) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (questions.length === 0) return empty
  return (
    <>
      <ul className={styles.list}>
        {questions.map((banked) => (
          <li key={banked.id}>
            <QuestionRow question={banked.question} tags={banked.tags} items={menuOf(banked)} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={styles.more}>
          <ShowMore query={query} />
        </div>
      )}
    </>
  )
}
