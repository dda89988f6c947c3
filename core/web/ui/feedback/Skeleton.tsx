import * as styles from './Skeleton.css.ts'

export interface SkeletonProps {
  /** Pixels, or a CSS length as '60%'. All of the width unless said otherwise. */
  width?: number | string
  /** Pixels; 16 unless said otherwise. Give the height of what will stand here. */
  height?: number
}

/** Stands where something will be, after 150 ms. Hidden from screen readers: the list around it says that it loads. */
export function Skeleton({ width = '100%', height = 16 }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}
