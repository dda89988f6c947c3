import type { QuestionPicture } from '../contract.ts'
import * as styles from './questions.css.ts'

interface QuestionPicturesProps {
  pictures: readonly QuestionPicture[] | undefined
  isSmall?: boolean
}

/** Renders the pictures of a question, in its answer field and in lists. */
export function QuestionPictures({ pictures = [], isSmall = false }: QuestionPicturesProps) {
  return pictures.map(({ imageUrl, alt }) => (
    <img
      key={imageUrl}
      src={imageUrl}
      alt={alt}
      loading="lazy"
      className={isSmall ? styles.thumbnail : styles.picture}
    />
  ))
}
