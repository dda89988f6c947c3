import { Camera, X } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { ProgressBar } from '../feedback/ProgressBar.tsx'
import * as fieldStyles from './Field.css.ts'
import type { FieldTexts } from './FieldParts.tsx'
import * as styles from './FileField.css.ts'
import { useUpload } from './useUpload.ts'
import type { Upload } from './useUpload.ts'

export interface FileFieldProps<Value> extends Pick<FieldTexts, 'label' | 'help' | 'error'> {
  /** Value of the field, such as the address of an image. */
  value: Value | null | undefined
  onChange: (value: Value | null) => void
  upload: Upload<Value>
  /** Media types, as 'image/png'. */
  accept?: readonly string[]
  /** Noun for the buttons, such as 'image'; 'file' by default. */
  noun?: string
  /** Offers the camera of a phone beside the files. */
  hasCamera?: boolean
  /** Shows what the field holds, before the buttons. */
  preview: ReactNode
  /** Sends a file once more that was refused: a button beside the reason. */
  again?: { label: string; file: File } | undefined
}

/** One file: sent as soon as it is chosen, with progress and the way to stop; replaced by another one, or removed. */
export function FileField<Value>(props: FileFieldProps<Value>) {
  const { label, help, error, value, onChange, upload, accept, noun = 'file', hasCamera, preview, again } = props
  const labelId = useId()
  const { running, failure, sent, send, cancel } = useUpload(upload, onChange)
  const message = failure ?? error
  const sendFirst = (files: FileList | null) => {
    const file = files?.[0]
    if (file) void send(file)
  }
  const hasValue = value !== null && value !== undefined && value !== ''
  return (
    <div className={fieldStyles.field} role="group" aria-labelledby={labelId}>
      <span id={labelId} className={fieldStyles.label}>
        {label}
      </span>
      <div className={styles.row}>
        {preview}
        {running ? (
          <div className={styles.running}>
            <div className={styles.progress}>
              <ProgressBar
                label={t('Sending {fileName}', { fileName: running.fileName })}
                value={running.share}
                max={1}
              />
            </div>
            <IconButton label={t('Stop sending {fileName}', { fileName: running.fileName })} autoFocus onPress={cancel}>
              <X size={16} aria-hidden />
            </IconButton>
          </div>
        ) : (
          <>
            <FileTrigger acceptedFileTypes={accept} onSelect={sendFirst}>
              {/* Takes the focus of the button that stopped the upload. */}
              <Button autoFocus={sent !== undefined}>
                {hasValue ? t('Replace {noun}', { noun }) : t('Choose {noun}', { noun })}
              </Button>
            </FileTrigger>
            {hasCamera && (
              <span className={styles.camera}>
                <FileTrigger acceptedFileTypes={['image/*']} defaultCamera="environment" onSelect={sendFirst}>
                  <Button icon={<Camera size={16} aria-hidden />}>{t('Take a photo')}</Button>
                </FileTrigger>
              </span>
            )}
            {hasValue && (
              <Button variant="quiet" onPress={() => onChange(null)}>
                {t('Remove')}
              </Button>
            )}
          </>
        )}
      </div>
      {message ? (
        <span className={fieldStyles.error} role="alert">
          {message}
        </span>
      ) : (
        help && <span className={fieldStyles.help}>{help}</span>
      )}
      {failure && again && <Button onPress={() => void send(again.file)}>{again.label}</Button>}
    </div>
  )
}
