import { Suspense, lazy, useState } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import type { Overview, Place } from '../../own-page/contract.ts'
import * as styles from './FamilyHome.css.ts'

const IncidentsDialog = lazy(async () => ({ default: (await import('./IncidentsDialog.tsx')).IncidentsDialog }))
const ConsentsDialog = lazy(async () => ({ default: (await import('./ConsentsDialog.tsx')).ConsentsDialog }))
const PlaceAnswers = lazy(async () => ({
  default: (await import('../../../scheduling/notices/web/PlaceAnswers.tsx')).PlaceAnswers,
}))

type Task = Pick<Overview, 'studentId' | 'firstName'> & { id: string } & (
    | { kind: 'place'; place: Place }
    | { kind: 'consents'; count: number }
    | { kind: 'incidents'; count: number }
    | { kind: 'health' }
  )

const MAX_SHOWN = 3

/** Open tasks of a family: notes about incidents first, then places, since they end. */
function tasksOf(overviews: readonly Overview[]): Task[] {
  const places = overviews.flatMap(({ studentId, firstName, places: own }) =>
    own
      .filter(({ isAnswerAwaited }) => isAnswerAwaited)
      .map((place): Task => ({ id: place.id, studentId, firstName, kind: 'place', place })),
  )
  const consents = overviews
    .filter(({ toDo }) => toDo.consents > 0)
    .map(({ studentId, firstName, toDo }): Task => ({
      id: `consents-${studentId}`,
      studentId,
      firstName,
      kind: 'consents',
      count: toDo.consents,
    }))
  const health = overviews
    .filter(({ toDo }) => toDo.isHealthDue)
    .map(({ studentId, firstName }): Task => ({ id: `health-${studentId}`, studentId, firstName, kind: 'health' }))
  const incidents = overviews
    .filter(({ toDo }) => toDo.incidents > 0)
    .map(({ studentId, firstName, toDo }): Task => ({
      id: `incidents-${studentId}`,
      studentId,
      firstName,
      kind: 'incidents',
      count: toDo.incidents,
    }))
  return [...incidents, ...places, ...consents, ...health]
}

/** Lists what waits for a guardian's answer, of all children; places and consents are answered here. */
export function FamilyToDo({ overviews }: { overviews: readonly Overview[] }) {
  const [isWhole, setWhole] = useState(false)
  const [asked, setAsked] = useState<Task>()
  const lastAsked = useLast(asked)
  const tasks = tasksOf(overviews)
  const shown = isWhole ? tasks : tasks.slice(0, MAX_SHOWN)
  return (
    <>
      {tasks.length > 0 && (
        <section className={styles.waiting} aria-labelledby="family-to-do">
          <h2 id="family-to-do" className={panel.name}>
            {`${countText(tasks.length, 'thing needs', 'things need')} your answer`}
          </h2>
          <ul className={panel.list}>
            {shown.map((task) => (
              <li key={task.id} className={panel.row}>
                <TaskRow task={task} onRead={() => setAsked(task)} />
              </li>
            ))}
          </ul>
          {shown.length < tasks.length && (
            <Button size="small" variant="quiet" onPress={() => setWhole(true)}>
              {`Show all ${tasks.length}`}
            </Button>
          )}
        </section>
      )}
      {lastAsked && (
        <Suspense>
          {lastAsked.kind === 'incidents' ? (
            <IncidentsDialog
              studentId={lastAsked.studentId}
              firstName={lastAsked.firstName}
              isOpen={asked !== undefined}
              onClose={() => setAsked(undefined)}
            />
          ) : (
            <ConsentsDialog
              studentId={lastAsked.studentId}
              firstName={lastAsked.firstName}
              isOpen={asked !== undefined}
              onClose={() => setAsked(undefined)}
            />
          )}
        </Suspense>
      )}
    </>
  )
}

function TaskRow({ task, onRead }: { task: Task; onRead: () => void }) {
  const { id, studentId, firstName } = task
  const textId = `task-${id}`
  if (task.kind === 'place') {
    const { place } = task
    return (
      <div className={panel.act}>
        <span id={textId}>{`${firstName} has a spot in ${place.name} now`}</span>
        <Suspense fallback={<Skeleton width={230} height={36} />}>
          <PlaceAnswers
            studentId={studentId}
            firstName={firstName}
            session={{ id: place.sessionId, name: place.name, isAnswerAwaited: true, place: 'registered' }}
            describedBy={textId}
          />
        </Suspense>
      </div>
    )
  }
  if (task.kind === 'incidents') {
    return (
      <div className={panel.act}>
        <span id={textId}>
          {task.count === 1 ? `There is a note about ${firstName}` : `There are ${task.count} notes about ${firstName}`}
        </span>
        <Button variant="primary" aria-describedby={textId} onPress={onRead}>
          Read and acknowledge
        </Button>
      </div>
    )
  }
  if (task.kind === 'consents') {
    return (
      <div className={panel.act}>
        <span id={textId}>
          {task.count === 1
            ? `A consent for ${firstName} waits for your answer`
            : `${task.count} consents for ${firstName} wait for your answer`}
        </span>
        <Button variant="primary" aria-describedby={textId} onPress={onRead}>
          Read and answer
        </Button>
      </div>
    )
  }
  return (
    <div className={panel.act}>
      <span id={textId}>{`Is the health information on ${firstName} still right?`}</span>
      <TextLink href={`/parent-portal?child=${studentId}&at=health`} aria-describedby={textId}>
        Check and confirm
      </TextLink>
    </div>
  )
}
