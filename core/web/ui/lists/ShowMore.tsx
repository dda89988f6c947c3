import { t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import type { PagedQueryLike } from './queryLike.ts'

export interface ShowMoreProps {
  query: Pick<PagedQueryLike<unknown>, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}

/** Button that loads the next page of a list, if there is one. */
export function ShowMore({ query: { hasNextPage, isFetchingNextPage = false, fetchNextPage } }: ShowMoreProps) {
  if (!hasNextPage) return null
  return (
    <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage?.()}>
      {t('Show more')}
    </Button>
  )
}
