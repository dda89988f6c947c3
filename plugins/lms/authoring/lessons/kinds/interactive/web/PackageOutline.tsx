import { Circle, CircleCheck } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import type { PackageItem } from '../../../../files/contract.ts'
import * as styles from './PackageOutline.css.ts'
import { canChoose, findNextItem, type PackageStates } from './packageStates.ts'

/** Pixels of indentation per level. */
const INDENT = 16

interface PackageOutlineProps {
  items: readonly PackageItem[]
  states: PackageStates
  current: PackageItem
  onOpen: (id: string) => void
}

/** Lists the parts of a package with their completion, and buttons for next and previous. */
export function PackageOutline({ items, states, current, onOpen }: PackageOutlineProps) {
  const [previous, next] = [findNextItem(states, 'previous', items), findNextItem(states, 'next', items)]
  const finished = items.filter(({ id }) => states.items[id]?.isFinished).length
  return (
    <nav aria-label="Parts of the package" className={styles.outline}>
      <p className={styles.summary}>
        {finished} of {items.length} parts completed
      </p>
      <ol className={styles.list}>
        {items
          .filter(({ isHidden }) => !isHidden)
          .map((item, index) => (
            <li key={item.id} style={{ paddingInlineStart: item.depth * INDENT }}>
              <Button
                variant="quiet"
                size="small"
                fullWidth
                className={styles.part}
                icon={
                  states.items[item.id]?.isFinished ? (
                    <CircleCheck size={16} aria-hidden className={styles.isFinished} />
                  ) : (
                    <Circle size={16} aria-hidden />
                  )
                }
                aria-current={item.id === current.id ? 'true' : undefined}
                isDisabled={!canChoose(states, item, items)}
                onPress={() => onOpen(item.id)}
              >
                {`${item.title || `Part ${index + 1}`}${states.items[item.id]?.isFinished ? ' – completed' : ''}`}
              </Button>
            </li>
          ))}
      </ol>
      <div className={styles.buttons}>
        <Button size="small" isDisabled={!previous} onPress={() => previous && onOpen(previous.id)}>
          Previous part
        </Button>
        <Button size="small" isDisabled={!next} onPress={() => next && onOpen(next.id)}>
          Next part
        </Button>
      </div>
    </nav>
  )
}
