import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Checkbox } from '#core/web/ui/fields/Checkbox.tsx'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { SearchField } from '#core/web/ui/fields/SearchField.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { sessionsApi } from '../../sessions/web/client.ts'
import { ageOn, todayIn } from '../../../admissions/students/web/studentLabels.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { Group } from '../../../base/groups/contract.ts'
import { MAX_BATCH_SIZE, type Candidate } from '../contract.ts'
import { GradeFilter, GroupChoice } from './RegisterFilters.tsx'
import { rosterReads, rostersApi } from './client.ts'

interface RegisterDialogProps {
  sessionId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function RegisterDialog({ sessionId, isOpen, onOpenChange }: RegisterDialogProps) {
  return (
    <Dialog
      title="Register students"
      help="Until the session is full; the rest go on the waitlist, in this order."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Picker sessionId={sessionId} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Number of students on one list of the picker; a search finds others. */
const MAX_SHOWN = 50

function Picker({ sessionId, onDone }: { sessionId: string; onDone: () => void }) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const [chosen, setChosen] = useState<readonly Candidate[]>([])
  const [isForSeries, setForSeries] = useState(false)
  const [group, setGroup] = useState<Group>()
  const [grade, setGrade] = useState<string>()
  // Selects all listed students, including those of a list that is still loading.
  const [isAll, setAll] = useState(false)
  const isFiltered = group !== undefined || grade !== undefined
  const limit = isFiltered ? MAX_BATCH_SIZE : MAX_SHOWN
  const session = useQuery(sessionsApi.getSession({ params: { id: sessionId } }))
  const params = { id: sessionId }
  const zone = useZone()
  const today = todayIn(zone)
  const candidates = useQuery({
    ...rostersApi.listCandidates({
      params,
      query: {
        // A text that finds the group does not filter its members.
        search: group ? undefined : search || undefined,
        of: isForSeries ? 'series' : undefined,
        groupId: group?.id,
        grade,
        limit,
      },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const register = useMutation(
    rostersApi.registerStudents.mutation({
      touches: rosterReads,
      onSuccess: ({ sessions, registered, waitlisted }) => {
        notify({
          title: sessions ? seriesOutcomeText(sessions, registered, waitlisted) : outcomeText(registered, waitlisted),
        })
        onDone()
      },
      onError: (error) =>
        notify({ title: 'Failed to register students', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const found = candidates.data ?? []
  // Selected students stay during later searches.
  const others = chosen.filter(({ studentId }) => !found.some((candidate) => candidate.studentId === studentId))
  const shown = [...others, ...found]
  const picked = isAll ? shown : chosen
  return (
    <>
      <DialogBody>
        <Toolbar label="Find students">
          <SearchField label="Search students" placeholder="Search by name" value={text} onChange={setText} />
          <GradeFilter
            grade={grade}
            onChange={(next) => {
              setGrade(next)
              setChosen(picked)
              setAll(false)
            }}
          />
        </Toolbar>
        <GroupChoice
          search={search}
          group={group}
          onChange={(next) => {
            setGroup(next)
            setChosen([])
            setAll(next !== undefined)
          }}
        />
        {candidates.error && !candidates.data && (
          <ErrorState error={candidates.error} onRetry={candidates.refetch} isFrameless />
        )}
        {!candidates.data && !candidates.error && <Skeleton height={240} />}
        {candidates.data && shown.length === 0 && <EmptyState title={emptyText({ isFiltered, search })} />}
        {isFiltered && found.length > 0 && (
          <Checkbox
            label={`Select all ${countText(found.length, 'student')}`}
            isSelected={isAll}
            onChange={(next) => {
              setAll(next)
              setChosen([])
            }}
          />
        )}
        {shown.length > 0 && (
          <CheckboxGroup
            label="Students"
            help={found.length === limit ? `The first ${limit} by name. Search for others.` : undefined}
            options={shown.map((candidate) => ({
              id: candidate.studentId,
              label: `${candidate.firstName} ${candidate.lastName}`,
              description: describe(candidate, { today, zone, isForSeries }),
            }))}
            value={picked.map(({ studentId }) => studentId)}
            onChange={(ids) => {
              setAll(false)
              setChosen(shown.filter(({ studentId }) => ids.includes(studentId)))
            }}
          />
        )}
        {session.data?.seriesId && (
          <Checkbox
            label="For all sessions of this series that are to come"
            isSelected={isForSeries}
            onChange={setForSeries}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button
          variant="primary"
          isDisabled={picked.length === 0 || candidates.isPlaceholderData}
          isPending={register.isPending}
          onPress={() =>
            register.mutate({
              params,
              body: { studentIds: picked.map(({ studentId }) => studentId), groupId: group?.id ?? null, isForSeries },
            })
          }
        >
          {picked.length > 0 ? `Register ${countText(picked.length, 'student')}` : 'Register'}
        </Button>
      </DialogFooter>
    </>
  )
}

function emptyText({ isFiltered, search }: { isFiltered: boolean; search: string }): string {
  if (isFiltered) return 'All of these students are registered already'
  return search ? 'No students match' : 'Every active student is registered already'
}

/** Describes the outcome for a whole series, whose places and waitlists are counted together. */
function seriesOutcomeText(sessions: number, registered: number, waitlisted: number): string {
  if (registered + waitlisted === 0) return 'They were registered already'
  const all = `${countText(registered, 'place')} given in ${countText(sessions, 'session')}`
  return waitlisted === 0 ? all : `${all}, ${waitlisted} on the waitlist`
}

function outcomeText(registered: number, waitlisted: number): string {
  if (registered + waitlisted === 0) return 'They were registered already'
  if (waitlisted === 0) return `${countText(registered, 'student')} registered`
  if (registered === 0) return `${countText(waitlisted, 'student')} on the waitlist`
  return `${countText(registered, 'student')} registered, ${waitlisted} on the waitlist`
}

function describe(
  { grade, dateOfBirth, clash, clashesAt, clashCount }: Candidate,
  { today, zone, isForSeries }: { today: string; zone: string; isForSeries: boolean },
): string | undefined {
  const words = [
    ...(grade ? [`Grade ${grade}`] : []),
    ...(dateOfBirth ? [`age ${ageOn(today, dateOfBirth)}`] : []),
    ...(clash && !isForSeries ? [`at that time in ${clash}`] : []),
    ...(clash && clashesAt && isForSeries
      ? [`on ${dayText(clashesAt, zone)} in ${clash}${otherDatesText(clashCount - 1)}`]
      : []),
  ]
  return words.length > 0 ? words.join(' · ') : undefined
}

const otherDatesText = (count: number) => (count === 0 ? '' : `, and on ${countText(count, 'other date')}`)

/** `Tue, Jan 5, 2027` */
function dayText(instant: string, zone: string): string {
  const words = new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: zone,
  })
  return words.format(new Date(instant))
}
