import { Contributions } from '#core/web/shell/Contributions.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { dataSections } from '../../../shared/web/places.ts'

/** Exports, erasures and retention of an organization. */
export function DataTab() {
  return (
    <Stack>
      <Contributions to={dataSections} fallback={<Skeleton height={160} />} />
    </Stack>
  )
}
