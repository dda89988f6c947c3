import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { zoneLabel } from '#core/web/ui/fields/timeZoneOptions.ts'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { DayList } from '../../../scheduling/series/web/DayList.tsx'
import { sessionCountText, shortTimeText, zonelessTimeText } from '../../../scheduling/series/web/seriesLabels.ts'
import type { ZoneEffect, ZoneRemark } from '../../../scheduling/series/zone-contract.ts'
import type { SessionTimes } from '../contract.ts'

/** Question about the sessions that were planned in another zone. */
export interface ZoneQuestion {
  from: string
  to: string
  effect: ZoneEffect
  /** Called with the choice; undefined to cancel the change. */
  answer: (chosen: SessionTimes | undefined) => void
}

/** Asks whether upcoming sessions move to the new zone's local time, and previews the effect. */
export function ZoneDialog({ question }: { question: ZoneQuestion | undefined }) {
  return (
    <Dialog
      title="Move upcoming sessions?"
      help={question && `From ${zoneLabel(question.from)} to ${zoneLabel(question.to)}.`}
      isOpen={question !== undefined}
      onOpenChange={() => question?.answer(undefined)}
    >
      {question && <Choice question={question} />}
    </Dialog>
  )
}

function Choice({ question: { from, to, effect, answer } }: { question: ZoneQuestion }) {
  const [chosen, setChosen] = useState<SessionTimes>('local-time')
  const { example } = effect
  const options = [
    {
      id: 'local-time' as const,
      label: 'Keep the local time',
      description: example
        ? `${example.name} takes place ${zonelessTimeText(example.movedTo, to)} in ${zoneLabel(to)}`
        : undefined,
    },
    {
      id: 'instant' as const,
      label: 'Keep the exact time',
      description: example
        ? `${example.name} takes place ${zonelessTimeText(example.startDate, to)} in ${zoneLabel(to)}, which is ${zonelessTimeText(example.startDate, from)} in ${zoneLabel(from)}`
        : undefined,
    },
  ]
  return (
    <>
      <DialogBody>
        <RadioGroup label="Upcoming sessions" options={options} value={chosen} onChange={setChosen} />
        {chosen === 'local-time' ? <Moving effect={effect} to={to} /> : <Staying effect={effect} from={from} />}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Back</Button>
        <Button variant="primary" onPress={() => answer(chosen)}>
          {chosen === 'local-time' ? 'Move sessions' : 'Save changes'}
        </Button>
      </DialogFooter>
    </>
  )
}

function Moving({ effect: { sessions, series, kept, remarks, remarkCount }, to }: { effect: ZoneEffect; to: string }) {
  return (
    <>
      <Banner>
        {sessionCountText(sessions)}
        {series > 0 && ` and the rules of ${series === 1 ? '1 series' : `${series} series`}`} will move. Calendars and
        reminders follow.
        {kept > 0 &&
          ` ${sessionCountText(kept)} with attendance, or of a series that has a zone of its own, will stay at the same moment.`}
      </Banner>
      {remarks.length > 0 && (
        <Banner tone="warn" title="Some sessions cannot keep their time">
          <DayList
            days={[
              ...remarks.map((remark) => ({
                key: `${remark.kind} ${remark.name} ${remark.startDate}`,
                words: `${remark.name}, ${shortTimeText(remark.movedTo, to)}: ${remarkLabels[remark.kind]}`,
              })),
              ...(remarkCount > remarks.length
                ? [{ key: 'more', words: `and ${remarkCount - remarks.length} more` }]
                : []),
            ]}
          />
        </Banner>
      )}
    </>
  )
}

const remarkLabels: Record<ZoneRemark['kind'], string> = {
  skipped: 'daylight saving skips this time, so it begins later',
  repeated: 'this time occurs twice that day; it begins at the first',
  instructor: 'its instructor teaches another session then, so it has no instructor',
  begun: 'this time has passed there, so it stays at the same moment',
}

function Staying({ effect: { sessions, series, kept }, from }: { effect: ZoneEffect; from: string }) {
  return (
    <Banner>
      {sessionCountText(sessions + kept)} will take place at the same moment as before, which clocks of the new zone
      show differently.
      {series > 0 && ` ${series === 1 ? 'Their series keeps' : 'Their series keep'} the clock of ${zoneLabel(from)}.`}
    </Banner>
  )
}
