import { part } from '#core/web/plugin.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'

const sections = {
  requests: part(() => import('./RequestsCard.tsx'), 'RequestsCard'),
  exports: part(() => import('../../exports/web/ExportSection.tsx'), 'ExportSection'),
  person: part(() => import('../../exports/web/PersonSection.tsx'), 'PersonSection'),
  retention: part(() => import('./RetentionCard.tsx'), 'RetentionCard'),
  erasures: part(() => import('./ErasuresCard.tsx'), 'ErasuresCard'),
}

/** Exports, erasures and retention of an organization. */
export function DataTab() {
  return (
    <Stack>
      {Object.entries(sections).map(([name, Section]) => (
        <PartBoundary key={name} fallback={<Skeleton height={160} />}>
          <Section />
        </PartBoundary>
      ))}
    </Stack>
  )
}
