import { Footprints } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { listenForConnection } from '#core/web/connection.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Avatar } from '#core/web/ui/display/Avatar.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import type { BarredPerson, PickupPerson } from '../../../care/collectors/contract.ts'
import { findSimilar } from '../../../care/collectors/judge-pickup-contract.ts'
import { useNow } from '../../../shared/web/useNow.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { Door, DoorChild } from '../contract.ts'
import { CallLog } from './CallLog.tsx'
import * as styles from './door.css.ts'
import { OtherAdultForm } from './OtherAdultForm.tsx'
import type { Release } from './release.ts'

/** Widths, in pixels, at which the server keeps small versions of these photos. */
const PHOTO_WIDTH_PX = 160

interface ReleaseDialogProps {
  sessionId: string
  door: Door
  child: DoorChild
  isPending: boolean
  onRelease: Release
  onClose: () => void
}

/** Releases a child: with one tap to a person on the list, else to another adult as far as the caller may. */
export function ReleaseDialog({ sessionId, door: known, child, isPending, onRelease, onClose }: ReleaseDialogProps) {
  const { firstName, lastName, barred, allowed, aloneFrom } = child
  const isOnline = useSyncExternalStore(listenForConnection, () => navigator.onLine)
  // Decisions of an admin need the connection.
  const door = isOnline
    ? known
    : { ...known, mayReleaseBarred: false, mayReleaseUnlisted: known.leads && known.releasesAfterCall }
  const [isOther, setOther] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const release: Release = async (by, details) => {
    try {
      const outcome = await onRelease(by, details)
      setRefusal(outcome?.refusal ?? undefined)
      if (outcome?.refusal === null) onClose()
      return outcome
    } catch (error) {
      setRefusal(errorText(error))
      return undefined
    }
  }
  return (
    <Dialog title={`Release ${firstName} ${lastName}`} isOpen onOpenChange={onClose}>
      <DialogBody>
        <div className={styles.stack}>
          {barred.length > 0 && (
            <Banner tone="error" title={`Do not release to ${barred.map(({ name }) => name).join(', ')}`}>
              {barred.some(({ hasProtectionOrder }) => hasProtectionOrder) && 'Protection order: call 911.'}
            </Banner>
          )}
          {refusal !== undefined && <Banner tone="error">{refusal}</Banner>}
          <div role="group" aria-label={`People who may pick up ${firstName}`} className={styles.people}>
            {allowed.map((person) => (
              <PersonButton
                key={person.id}
                person={person}
                hint={hintOf(person, child)}
                similar={findSimilar(person, barred)}
                isDisabled={isPending}
                onPress={() => void release({ kind: person.kind, personId: person.id, name: '' }, null)}
              />
            ))}
            {aloneFrom !== null && (
              <AloneButton
                aloneFrom={aloneFrom}
                isDisabled={isPending}
                onPress={() => void release({ kind: 'alone', personId: null, name: '' }, null)}
              />
            )}
          </div>
          {isOther ? (
            <OtherAdultForm door={door} child={child} onRelease={release} />
          ) : (
            <Button onPress={() => setOther(true)}>Someone else</Button>
          )}
          <CallLog sessionId={sessionId} meetingId={door.meeting.id} child={child} />
        </div>
      </DialogBody>
    </Dialog>
  )
}

function hintOf({ name, relationship }: PickupPerson, { broughtBy, usuallyBy, firstName }: DoorChild): string {
  const habit = name === broughtBy ? `brought ${firstName} today` : name === usuallyBy ? 'usually picks up' : ''
  return [relationship, habit].filter(Boolean).join(' · ')
}

interface PersonButtonProps {
  person: PickupPerson
  hint: string
  /** A barred person for whom this one may be mistaken. */
  similar: BarredPerson | undefined
  isDisabled: boolean
  onPress: () => void
}

function PersonButton({ person: { name, photoUrl }, hint, similar, isDisabled, onPress }: PersonButtonProps) {
  return (
    <button type="button" className={styles.person} disabled={isDisabled} onClick={onPress}>
      {photoUrl ? (
        <img src={`${photoUrl}?width=${PHOTO_WIDTH_PX}`} alt="" className={styles.photo} />
      ) : (
        <Avatar name={name} size="large" />
      )}
      <span className={styles.words}>
        <PersonName name={name} />
        {hint && <span className={styles.muted}>{hint}</span>}
        {similar && <span className={styles.barred}>Looks like {similar.name}, who may not pick up</span>}
      </span>
    </button>
  )
}

interface AloneButtonProps {
  aloneFrom: string
  isDisabled: boolean
  onPress: () => void
}

function AloneButton({ aloneFrom, isDisabled, onPress }: AloneButtonProps) {
  const zone = useZone()
  const isEarly = useNow() < Date.parse(aloneFrom)
  return (
    <button type="button" className={styles.person} disabled={isDisabled || isEarly} onClick={onPress}>
      <Footprints size={24} aria-hidden />
      <span className={styles.words}>
        Leaves alone
        <span className={styles.muted}>
          With consent, from <DateTime value={aloneFrom} zone={zone} show="time" />
        </span>
      </span>
    </button>
  )
}
