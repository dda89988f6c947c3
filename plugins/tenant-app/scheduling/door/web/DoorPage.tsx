import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { SearchField } from '#core/web/ui/fields/SearchField.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { fold } from '#core/contract/fold.ts'
import { useNow } from '../../../shared/web/useNow.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { Door, DoorChild } from '../contract.ts'
import { doorApi, doorReads } from './client.ts'
import * as styles from './door.css.ts'
import { DoorTools } from './DoorTools.tsx'
import { adultsText } from '../../sessions/web/ratioText.ts'
import { DoorChildRow } from './DoorChildRow.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import { useDoor } from './useDoor.ts'
import { useDoorEvents } from './useDoorEvents.ts'

const route = getRouteApi('/shell/sessions/$id/door')

/** Door of a session on a phone: check children in with one tap, and release them to people who may pick them up. */
// The type is written down, since it would be inferred from the route, which is inferred from its parts.
export function DoorPage(): ReactNode {
  const { id } = route.useParams()
  const { query, door, isStored } = useDoor(id)
  const name = door?.sessionName ?? 'Session'
  // Without a connection they could not be fetched when they are needed.
  useEffect(() => {
    void import('./DoorWaiting.tsx')
  }, [])
  return (
    <Page
      title={`Door: ${name}`}
      above={
        <Breadcrumbs
          trail={[
            { label: 'Sessions', href: '/sessions' },
            { label: name, href: `/sessions/${id}` },
          ]}
          current="Door"
        />
      }
    >
      <Loaded query={query} height={480}>
        {(data) => (
          <>
            {isStored && (
              <Banner>
                This is what your device stored of the session, and what you have done since. It is sent when the
                connection is back.
              </Banner>
            )}
            <DoorList sessionId={id} door={data} isStored={isStored} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface DoorListProps {
  sessionId: string
  door: Door
  /** True for what the device holds, while the server cannot be reached. */
  isStored: boolean
}

function DoorList({ sessionId, door, isStored }: DoorListProps) {
  const zone = useZone()
  const { release } = route.useSearch()
  const navigate = route.useNavigate()
  const [search, setSearch] = useState('')
  const { checkIn, releaseTo, takeBack, send, isPending } = useDoorEvents(sessionId, door)
  const now = useNow()
  const { children, lateFrom } = door
  const here = children.filter(({ state }) => state === 'in')
  // Children who wait at the door come first.
  const ordered = children.toSorted((one, other) => Number(other.leaving !== null) - Number(one.leaving !== null))
  const isLate = now >= Date.parse(lateFrom)
  const shown = ordered.filter(({ firstName, lastName }) => fold(`${firstName} ${lastName}`).includes(fold(search)))
  const open = children.find(({ studentId }) => studentId === release)
  const openRelease = (studentId: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, release: studentId }), resetScroll: false })
  return (
    <div className={styles.stack}>
      {door.mayCover && <Cover sessionId={sessionId} />}
      <div className={styles.counts} role="status">
        <span className={styles.here}>{here.length} here now</span>
        <span className={styles.muted}>
          {door.adults !== undefined && `${adultsText(door.adults)} · `}
          {children.length} expected · {children.filter(({ state }) => state === 'out').length} left ·{' '}
          <DateTime value={door.meeting.startsAt} zone={zone} show="time" /> to{' '}
          <DateTime value={door.meeting.endsAt} zone={zone} show="time" />
        </span>
      </div>
      {isLate && here.length > 0 && <StillHere late={here} lateFrom={lateFrom} now={now} />}
      <SearchField label="Search children" value={search} onChange={setSearch} />
      {shown.length === 0 ? (
        <EmptyState title={search ? 'No matches' : 'No children expected'}>
          {search ? 'No child of this session has this name.' : 'Register students for this session first.'}
        </EmptyState>
      ) : (
        <Card isFlush>
          <ul className={styles.list} aria-label="Children">
            {shown.map((child) => (
              <DoorChildRow
                key={child.studentId}
                child={child}
                works={door.works}
                isLate={isLate}
                onIn={() => void checkIn(child)}
                onRelease={() => openRelease(child.studentId)}
                onLeaving={(by) => void releaseTo(child, by)}
                onUndo={(eventId) => void takeBack(child, eventId)}
              />
            ))}
          </ul>
        </Card>
      )}
      {door.works && <DoorTools sessionId={sessionId} door={door} isStored={isStored} />}
      {open && door.works && (
        <ReleaseDialog
          sessionId={sessionId}
          door={door}
          child={open}
          isPending={isPending}
          onRelease={(by, details) => send(open, { kind: 'out', by, release: details })}
          onClose={() => openRelease(undefined)}
        />
      )}
    </div>
  )
}

function Cover({ sessionId }: { sessionId: string }) {
  const cover = useMutation(doorApi.coverDoor.mutation({ touches: doorReads }))
  return (
    <Banner
      title="Another instructor leads this session today"
      action={
        <Button size="small" isPending={cover.isPending} onPress={() => cover.mutate({ params: { id: sessionId } })}>
          Cover for today
        </Button>
      }
    >
      Taking over its door for today is recorded.
    </Banner>
  )
}

interface StillHereProps {
  late: readonly DoorChild[]
  lateFrom: string
  now: number
}

/** Names the children who should have been picked up. */
function StillHere({ late, lateFrom, now }: StillHereProps) {
  const minutes = Math.floor((now - Date.parse(lateFrom)) / 60_000)
  return (
    <Banner tone="error" title={`Still here: ${late.length}`}>
      {late.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ')}
      {minutes > 0 && ` · late for ${minutes} min`}
    </Banner>
  )
}
