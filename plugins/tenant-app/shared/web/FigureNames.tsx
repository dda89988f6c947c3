import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import * as styles from './FigureNames.css.ts'
import type { ExplainingNames } from './explanation.ts'

interface FigureNamesProps {
  explanation: ExplainingNames
  /** Called when the user follows a name, which leads away from the explanation. */
  onFollow: () => void
}

/** Lists the names that a number counts, each leading to its page. */
export function FigureNames({ explanation, onFollow }: FigureNamesProps) {
  const { names, counted, textOf = (name) => name, hrefOf } = explanation
  const { data, error, refetch } = useQuery(names())
  if (error && !data) return <ErrorState error={error} onRetry={refetch} isFrameless />
  if (!data) return <Skeleton height={160} />
  if (data.length === 0) return <EmptyState title={`No ${counted} to count`} />
  return (
    <ul className={styles.names}>
      {data.map((name) => (
        <li key={name} className={styles.name}>
          <TextLink href={hrefOf(name)} onPress={onFollow}>
            {textOf(name)}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}
