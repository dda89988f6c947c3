import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { RegradePreview } from '../regrade-contract.ts'
import { MovedList } from './MovedList.tsx'

/** Previews the scores after a regrade, and the learners whom it affects. */
export function RegradeFigures({ preview }: { preview: RegradePreview }) {
  const { attempts, moved, up, down, meanChange, nowPass, noLongerPass, passing, failing } = preview
  const change = meanChange.toLocaleString('en-US', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return (
    <Card title="What would change">
      <Stack>
        <Facts
          facts={[
            ['Changed scores', `${moved} of ${attempts}: ${up} up, ${down} down`],
            ['Average change', moved === 0 ? '—' : `${change} percentage points`],
            ['Would pass', nowPass],
            ['Would no longer pass', noLongerPass],
          ]}
        />
        <MovedList title="Would pass" moved={passing} />
        <MovedList title="Would no longer pass" moved={failing} />
      </Stack>
    </Card>
  )
}
