import * as styles from './CourseCover.css.ts'

/** The picture of a course; nothing where it has none. One that is gone leaves no mark (spec part 2, section 2.7). */
export function CourseCover({ imageUrl }: { imageUrl: string }) {
  if (!imageUrl) return null
  return (
    <img
      key={imageUrl}
      src={imageUrl}
      alt=""
      loading="lazy"
      className={styles.cover}
      onError={({ currentTarget }) => {
        currentTarget.hidden = true
      }}
    />
  )
}
