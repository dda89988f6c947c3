import { ImageUp } from 'lucide-react'
import { useId, useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from '../actions/Button.tsx'
import * as fieldStyles from './Field.css.ts'
import * as styles from './ImageField.css.ts'
import { errorText } from '../feedback/errorText.ts'

export interface ImageFieldProps {
  label: string
  help?: string
  error?: string
  /** Address of the image; null or empty when there is none. */
  value: string | null | undefined
  onChange: (url: string | null) => void
  /** Sends the file and answers the address it has then. What it throws is shown. */
  upload: (file: File) => Promise<string>
}

/** One image: shown small, replaced by another file, or removed. */
export function ImageField({ label, help, error, value, onChange, upload }: ImageFieldProps) {
  const labelId = useId()
  const [isUploading, setUploading] = useState(false)
  const [failure, setFailure] = useState<string>()
  const send = async (file: File) => {
    setUploading(true)
    setFailure(undefined)
    try {
      onChange(await upload(file))
    } catch (thrown) {
      setFailure(errorText(thrown))
    } finally {
      setUploading(false)
    }
  }
  const message = failure ?? error
  return (
    <div className={fieldStyles.field} role="group" aria-labelledby={labelId}>
      <span id={labelId} className={fieldStyles.label}>
        {label}
      </span>
      <div className={styles.row}>
        <div className={styles.frame}>
          {value ? (
            <img src={value} alt={`The present ${label.toLowerCase()}`} className={styles.image} />
          ) : (
            <ImageUp size={20} aria-hidden />
          )}
        </div>
        <FileTrigger
          acceptedFileTypes={['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']}
          onSelect={(files) => {
            const file = files?.[0]
            if (file) void send(file)
          }}
        >
          <Button isPending={isUploading}>{value ? 'Replace image' : 'Choose image'}</Button>
        </FileTrigger>
        {value && (
          <Button variant="quiet" onPress={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      {message ? (
        <span className={fieldStyles.error} role="alert">
          {message}
        </span>
      ) : (
        help && <span className={fieldStyles.help}>{help}</span>
      )}
    </div>
  )
}
