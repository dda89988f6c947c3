import * as styles from './Cover.css.ts'

/** Decorative picture of a course or a project; nothing where it has none. One that is gone leaves no mark (spec part 2, section 2.7). */
export function Cover({ imageUrl }: { imageUrl: string }) {
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
