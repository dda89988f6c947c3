import { Button } from '../actions/Button.tsx'
import { clockTime } from './playback.ts'
import * as styles from './Player.css.ts'

export interface MediaChapter {
  /** Seconds from the beginning. */
  start: number
  title: string
}

/** Chapters of a film to jump to; the chapter that plays is marked. */
export function ChapterList({
  chapters,
  position,
  onGo,
}: {
  chapters: readonly MediaChapter[]
  /** Seconds. */
  position: number
  onGo: (seconds: number) => void
}) {
  const current = chapters.findLastIndex(({ start }) => start <= position)
  return (
    <nav aria-label="Chapters">
      <ol className={styles.chapters}>
        {chapters.map(({ start, title }, index) => (
          <li key={start} aria-current={index === current ? 'true' : undefined} className={styles.chapter}>
            <Button variant="quiet" size="small" onPress={() => onGo(start)}>
              <span className={styles.chapterTime}>{clockTime(start)}</span> {title}
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
