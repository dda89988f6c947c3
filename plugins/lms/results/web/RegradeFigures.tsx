import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { RegradePreview } from '../regrade-contract.ts'
import { MovedList } from './MovedList.tsx'

/** What would become of scores. */
export function RegradeFigures({ preview }: { preview: RegradePreview }) {
  const { attempts, moved, up, down, meanChange, nowPass, noLongerPass, passing, failing } = preview
  const change = meanChange.toLocaleString('en-US', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return (
    <Card title="What would change">
      <Facts
        facts={[
          ['Scores that move', `${moved} of ${attempts}: ${up} up, ${down} down`],
          ['By, on average', moved === 0 ? '—' : `${change} percentage points`],
          ['Would pass', passing.length === 0 ? '0' : <Named key="passing" count={nowPass} moved={passing} />],
          [
            'Would no longer pass',
            failing.length === 0 ? '0' : <Named key="failing" count={noLongerPass} moved={failing} />,
          ],
        ]}
      />
    </Card>
  )
}

const Named = ({ count, moved }: { count: number; moved: RegradePreview['failing'] }) => (
  <>
    {count}
    <MovedList moved={moved} />
  </>
)
