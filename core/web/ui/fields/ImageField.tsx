import { ImageUp } from 'lucide-react'
import { t } from '../../text.ts'
import { FileField } from './FileField.tsx'
import type { FileFieldProps } from './FileField.tsx'
import * as styles from './ImageField.css.ts'

/** `value` is the image's address. */
export type ImageFieldProps = Omit<FileFieldProps<string>, 'accept' | 'noun' | 'preview'>

/** One image: shown small, replaced by another file, or removed. */
export function ImageField(props: ImageFieldProps) {
  const { label, value } = props
  return (
    <FileField
      hasCamera
      {...props}
      accept={['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', '.heic', '.heif']}
      noun="image"
      preview={
        <div className={styles.frame}>
          {value ? (
            <img
              src={value}
              alt={t('The present {picture}', { picture: label.toLowerCase() })}
              className={styles.image}
            />
          ) : (
            <ImageUp size={20} aria-hidden />
          )}
        </div>
      }
    />
  )
}
