import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import * as styles from './EmbeddedPage.css.ts'
import { HealthSteps } from './HealthSteps.tsx'
import { healthQuery } from './queries.ts'

/** Shows if the LMS can be reached, checked every 30 seconds. */
export function HealthCard() {
  const health = useQuery(healthQuery())
  const { data } = health
  return (
    <Card
      title="System health"
      actions={
        data && (
          <Badge tone={data.healthy ? 'green' : 'red'} hasDot>
            {data.healthy ? 'Connected' : 'Disconnected'}
          </Badge>
        )
      }
    >
      {data ? (
        <>
          <p className={styles.text}>{data.message}</p>
          <HealthSteps steps={data.steps} />
        </>
      ) : health.isError ? (
        <ErrorState isFrameless error={health.error} onRetry={health.refetch} />
      ) : (
        <Skeleton width="80%" />
      )}
      <div className={styles.buttons}>
        <Button
          icon={<RefreshCw size={16} aria-hidden />}
          isPending={health.isFetching}
          onPress={() => void health.refetch()}
        >
          Check now
        </Button>
      </div>
    </Card>
  )
}
