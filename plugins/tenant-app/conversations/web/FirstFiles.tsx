import { X } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { MAX_FILE_BYTES, MAX_FILES } from '../contract.ts'

/** File that is sent after the first message. */
export interface FirstFile {
  id: string
  file: File
}

interface FirstFilesProps {
  files: readonly FirstFile[]
  onChange: (files: FirstFile[]) => void
}

/** Chooses the files of a message that is not sent yet; those that are too large are named and left out. */
export function FirstFiles({ files, onChange }: FirstFilesProps) {
  const [refused, setRefused] = useState<readonly string[]>([])
  const add = (chosen: readonly File[]) => {
    const fitting = chosen.filter(({ size }) => size <= MAX_FILE_BYTES)
    const room = MAX_FILES - files.length
    setRefused([
      ...chosen.filter(({ size }) => size > MAX_FILE_BYTES).map(({ name }) => `${name} is larger than 10 MB.`),
      ...fitting.slice(room).map(({ name }) => `${name} was left out: a message has at most ${MAX_FILES} files.`),
    ])
    onChange([...files, ...fitting.slice(0, room).map((file) => ({ id: crypto.randomUUID(), file }))])
  }
  return (
    <div role="group" aria-label="Files">
      {files.length > 0 && (
        <ul className={panel.list} aria-label="Chosen files">
          {files.map(({ id, file: { name } }) => (
            <li key={id} className={panel.act}>
              <span className={panel.name}>{name}</span>
              <IconButton label={`Remove ${name}`} onPress={() => onChange(files.filter((one) => one.id !== id))}>
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && <Banner tone="error">{refused.join(' ')}</Banner>}
      {files.length < MAX_FILES && (
        <>
          <FileTrigger allowsMultiple onSelect={(list) => add([...(list ?? [])])}>
            <Button>Add files</Button>
          </FileTrigger>
          <p className={panel.details}>{`Up to ${MAX_FILES} files of 10 MB each: pictures, PDF and documents.`}</p>
        </>
      )}
    </div>
  )
}
