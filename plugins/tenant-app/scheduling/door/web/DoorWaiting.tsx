import { countText } from '#core/contract/count-text.ts'
import { useOutbox } from '#core/web/outbox.ts'
import { LostBanner, RefusedBanner, WaitingBanner } from '#core/web/shell/UnsentBanners.tsx'
import { countEntries, doorOutbox } from './doorOutbox.ts'

/** Says on every screen of staff which acts at the door wait on this device, and which the server refuses. */
export function DoorWaiting() {
  const [outbox, { waiting, refused, failure, lost, lostSince }] = useOutbox(doorOutbox)
  return (
    <>
      {waiting.length > 0 && (
        <WaitingBanner what={countEntries(waiting)} since={waiting[0]?.madeAt} failure={failure} />
      )}
      {lost > 0 && (
        <LostBanner
          what={countText(lost, 'unsent door entry', 'unsent door entries')}
          since={lostSince}
          advice="Check who is here, and the log of the door from then on."
          onDismiss={outbox.dismissLost}
        />
      )}
      {refused.length > 0 && (
        <RefusedBanner
          title={`${countText(refused.length, 'door entry was', 'door entries were')} not saved`}
          lines={refused.map(({ id, what, refusal }) => ({ id, text: `${what}. ${refusal}` }))}
          onDiscard={outbox.discardRefused}
        />
      )}
    </>
  )
}
