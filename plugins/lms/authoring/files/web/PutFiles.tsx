import { X } from 'lucide-react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { sizeText } from '#core/contract/sizes.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { useUpload, type Upload } from '#core/web/ui/fields/useUpload.ts'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { PutFile } from '../put-contract.ts'
import * as styles from './PutFiles.css.ts'

interface PutFilesProps {
  /** Label of the list. */
  label: string
  files: readonly PutFile[]
  upload: Upload<PutFile>
  max: number
  /** Types and sizes that are accepted. */
  help: string
  onChange: (files: PutFile[]) => void
}

/** Uploads files as soon as they are chosen, one after the other. */
export function PutFiles({ label, files, upload, max, help, onChange }: PutFilesProps) {
  const { running, failure, sent, send, cancel } = useUpload(upload, (file) => onChange([...files, file]))
  const isFull = files.length >= max
  return (
    <Stack>
      <FileList files={files} label={label} onRemove={(id) => onChange(files.filter((file) => file.id !== id))} />
      {failure && (
        <Banner tone="error" title={`“${sent ?? ''}” was not added`}>
          {failure}
        </Banner>
      )}
      <div className={styles.bar}>
        {running ? (
          <>
            <div className={styles.progress}>
              <ProgressBar label={`Sending ${running.fileName}`} value={running.share} max={1} />
            </div>
            <IconButton label={`Stop sending ${running.fileName}`} onPress={cancel}>
              <X size={16} aria-hidden />
            </IconButton>
          </>
        ) : (
          <FileTrigger
            onSelect={(list) => {
              const file = list?.[0]
              if (file) void send(file)
            }}
          >
            <Button isDisabled={isFull}>Add file</Button>
          </FileTrigger>
        )}
      </div>
      <p className={styles.quiet}>{isFull ? `At most ${max} ${max === 1 ? 'file' : 'files'}.` : help}</p>
    </Stack>
  )
}

interface FileListProps {
  files: readonly PutFile[]
  label: string
  /** Left out if files cannot be removed. */
  onRemove?: (id: string) => void
}

export function FileList({ files, label, onRemove }: FileListProps) {
  if (files.length === 0) return null
  return (
    <ul className={styles.list} aria-label={label}>
      {files.map(({ id, name, url, size }) => (
        <li key={id} className={styles.file}>
          <span className={styles.name}>
            <TextLink href={`${url}?save=1`}>{name}</TextLink> <span className={styles.quiet}>{sizeText(size)}</span>
          </span>
          {onRemove && (
            <IconButton label={`Remove ${name}`} onPress={() => onRemove(id)}>
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}
