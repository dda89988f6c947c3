import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import * as styles from '../../web/Panel.css.ts'
import { childAnchors } from '../../web/places.ts'
import type { Overview } from '../contract.ts'

interface Task {
  id: string
  words: string
  act: string
}

/** What the child's guardian is waited for; each leads to where it is done, further down the page. */
export function ToDo({ firstName, toDo }: { firstName: string; toDo: Overview['toDo'] }) {
  const { consents, isHealthDue } = toDo
  const tasks: Task[] = [
    ...(consents > 0
      ? [
          {
            id: childAnchors.consents,
            words: consents === 1 ? 'A consent waits for your answer' : `${consents} consents wait for your answer`,
            act: 'Read and answer',
          },
        ]
      : []),
    ...(isHealthDue
      ? [
          {
            id: childAnchors.health,
            words: `Is what is known about ${firstName}’s health still right?`,
            act: 'Look and confirm',
          },
        ]
      : []),
  ]
  if (tasks.length === 0) return null
  return (
    <Card title="To do" level={3}>
      <ul className={styles.list}>
        {tasks.map(({ id, words, act }) => (
          <li key={id} className={styles.row}>
            <div className={styles.act}>
              <span className={styles.name}>{words}</span>
              <Button size="small" onPress={() => showPart(id)}>
                {act}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function showPart(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'start' })
  part?.focus({ preventScroll: true })
}
