import { countText } from '#core/contract/count-text.ts'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { useAllMarks } from '../../../scheduling/rosters/web/markQueues.ts'

/** Says how many marks of this device are on their way; what is stuck is said on every screen. */
export function MarksOfDevice() {
  const { waiting, since, failure } = useAllMarks()
  if (waiting === 0 || failure !== undefined || !navigator.onLine) return null
  return (
    <Banner>
      {countText(waiting, 'mark is', 'marks are')} being sent, made since <DateTime value={since} show="time" />.
    </Banner>
  )
}
