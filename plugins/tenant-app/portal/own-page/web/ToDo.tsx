import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import * as styles from '#core/web/ui/lists/Panel.css.ts'
import { childAnchors } from '../../../shared/web/slots.ts'
import { showPart } from '../../../shared/web/useShownPart.ts'
import type { Overview } from '../contract.ts'

interface Task {
  id: string
  /** Anchor of the part of the page. */
  at: string
  words: string
  act: string
}

/** Lists the guardian's open tasks; each leads to where it is done, further down the page. */
export function ToDo({ firstName, overview }: { firstName: string; overview: Overview }) {
  const { consents, incidents, isHealthDue } = overview.toDo
  const tasks: Task[] = [
    ...(incidents > 0
      ? [
          {
            id: 'incidents',
            at: childAnchors.incidents,
            words:
              incidents === 1
                ? `There is a note about ${firstName}`
                : `There are ${incidents} notes about ${firstName}`,
            act: 'Read and acknowledge',
          },
        ]
      : []),
    ...overview.places
      .filter(({ isAnswerAwaited }) => isAnswerAwaited)
      .map(({ id, name }) => ({
        id,
        at: childAnchors.sessions,
        words: `${firstName} has a spot in ${name} now`,
        act: 'Accept or decline',
      })),
    ...(consents > 0
      ? [
          {
            id: 'consents',
            at: childAnchors.consents,
            words:
              consents === 1
                ? 'A consent is waiting for your answer'
                : `${consents} consents are waiting for your answer`,
            act: 'Read and answer',
          },
        ]
      : []),
    ...(isHealthDue
      ? [
          {
            id: 'health',
            at: childAnchors.health,
            words: `Is the information about ${firstName}’s health still right?`,
            act: 'Look and confirm',
          },
        ]
      : []),
  ]
  if (tasks.length === 0) return null
  return (
    <Card title="To do" level={3}>
      <ul className={styles.list}>
        {tasks.map(({ id, at, words, act }) => (
          <li key={id} className={styles.row}>
            <div className={styles.act}>
              <span className={styles.name}>{words}</span>
              <Button size="small" onPress={() => showPart(at)}>
                {act}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
