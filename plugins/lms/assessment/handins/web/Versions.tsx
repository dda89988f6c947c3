import { useQuery } from '@tanstack/react-query'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { OwnHandIn } from '../contract.ts'
import { handInsApi } from './client.ts'
import { FeedbackCard } from './FeedbackCard.tsx'
import { HandedIn, Receipt } from './HandedIn.tsx'
import { stateLabels } from './handInLabels.ts'

interface VersionsProps {
  lessonId: string
  handIn: OwnHandIn
}

/** Shows submitted versions: the last one whole, earlier ones on demand. */
export function Versions({ lessonId, handIn: { state, latest, versions } }: VersionsProps) {
  if (!latest) return null
  const { label, tone } = stateLabels[state]
  return (
    <Card title="Your submissions" actions={<Badge tone={tone}>{label}</Badge>}>
      <Stack>
        <Receipt version={latest} />
        <HandedIn version={latest} />
        {versions.slice(1).map((version) => (
          <Disclosure key={version.number} label={`Version ${version.number}`}>
            {() => <Before lessonId={lessonId} number={version.number} />}
          </Disclosure>
        ))}
      </Stack>
    </Card>
  )
}

function Before({ lessonId, number }: { lessonId: string; number: number }) {
  const version = useQuery(handInsApi.handInVersion({ params: { lessonId, number } }))
  if (version.error) return <ErrorState error={version.error} onRetry={version.refetch} isFrameless />
  if (!version.data) return <Skeleton height={80} />
  return (
    <Stack>
      <Receipt version={version.data} />
      <HandedIn version={version.data} />
      {version.data.feedback && <FeedbackCard feedback={version.data.feedback} isNew={false} />}
    </Stack>
  )
}
