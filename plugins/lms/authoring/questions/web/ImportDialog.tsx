import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { ImportAnswer } from '../bank-contract.ts'
import { bankApi, bankReads } from './client.ts'
import { formatQuestions, typeLabels } from './questionLabels.ts'
import { QuestionText } from './QuestionText.tsx'
import * as styles from './questions.css.ts'

interface ImportDialogProps {
  bankId: string
  isOpen: boolean
  onClose: () => void
}

export function ImportDialog({ bankId, isOpen, onClose }: ImportDialogProps) {
  return (
    <Dialog
      title="Import questions"
      help="A file in Moodle XML, GIFT, QTI 2 or 3, or CSV, or a ZIP of one with its pictures. At most 20 MB."
      size="large"
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <Importing bankId={bankId} onClose={onClose} />
    </Dialog>
  )
}

function Importing({ bankId, onClose }: Omit<ImportDialogProps, 'isOpen'>) {
  const [chosen, setChosen] = useState<File>()
  const preview = useMutation(bankApi.importQuestions.mutation())
  const importing = useMutation(bankApi.importQuestions.mutation({ touches: bankReads }))
  const params = { id: bankId }
  const look = (picked: File) => {
    importing.reset()
    setChosen(picked)
    preview.mutate({ params, query: { preview: 'true' }, file: picked })
  }
  const write = async () => {
    if (!chosen) return
    // The dialog shows the error.
    const answer = await importing
      .mutateAsync({ params, query: { preview: 'false' }, file: chosen })
      .catch(() => undefined)
    if (!answer?.isImported) return
    notify({ title: `${formatQuestions(answer.questions.length)} imported` })
    onClose()
  }
  const looked = importing.data ?? preview.data
  const error = importing.error ?? preview.error
  const isReady = preview.data !== undefined && preview.data.questions.length > 0
  return (
    <>
      <DialogBody>
        <div className={styles.bar}>
          <FileTrigger
            acceptedFileTypes={['text/csv', 'text/plain', 'text/xml', '.csv', '.txt', '.gift', '.xml', '.zip']}
            onSelect={(files) => {
              const file = files?.[0]
              if (file) look(file)
            }}
          >
            <Button isPending={preview.isPending}>{chosen ? 'Choose another file' : 'Choose file'}</Button>
          </FileTrigger>
          {chosen && <span className={styles.muted}>{chosen.name}</span>}
        </div>
        {error && <Banner tone="error">{errorText(error)}</Banner>}
        {looked && !error && <Looked answer={looked} />}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button variant="primary" isDisabled={!isReady} isPending={importing.isPending} onPress={() => void write()}>
          {isReady ? `Import ${formatQuestions(preview.data?.questions.length ?? 0)}` : 'Import questions'}
        </Button>
      </DialogFooter>
    </>
  )
}

/** Shows the preview of a file: left-out questions, converted parts, and the questions to import. */
function Looked({ answer }: { answer: ImportAnswer }) {
  const { counts, problems, problemCount, notes, noteCount, questions } = answer
  const unit = counts === 'lines' ? 'Line' : 'Item'
  return (
    <>
      {problemCount > 0 && (
        <>
          <Banner tone="error" title={problemCount === 1 ? '1 thing is wrong' : `${problemCount} things are wrong`}>
            Questions at these {counts} are not imported.
            {problemCount > problems.length && ` The first ${problems.length} of them:`}
          </Banner>
          <Lines rows={problems.map(toRow)} label="What is wrong" unit={unit} />
        </>
      )}
      {noteCount > 0 && (
        <>
          <Banner tone="warn" title={noteCount === 1 ? '1 change' : `${noteCount} changes`}>
            Questions at these {counts} are imported with these changes.
            {noteCount > notes.length && ` The first ${notes.length} of them:`}
          </Banner>
          <Lines rows={notes.map(toRow)} label="Changes" unit={unit} />
        </>
      )}
      {questions.length > 0 && (
        <>
          <p className={styles.muted}>{formatQuestions(questions.length)} can be imported.</p>
          <Lines
            rows={questions.map(({ line, type, prompt, pictures }) => ({
              line,
              words: <QuestionText text={`${typeLabels[type].label}: ${prompt}${formatPictures(pictures)}`} />,
            }))}
            label="Questions of the file"
            unit={unit}
          />
        </>
      )}
    </>
  )
}

const toRow = ({ line, message }: ImportAnswer['problems'][number]) => ({ line, words: message })

/** Describes the number of pictures of a question, and their content. */
function formatPictures(pictures: readonly string[]): string {
  if (pictures.length === 0) return ''
  const described = pictures.filter(Boolean).join(', ')
  return ` (${pictures.length === 1 ? '1 picture' : `${pictures.length} pictures`}${described && `: ${described}`})`
}

interface LinesProps {
  rows: readonly { line: number; words: ReactNode }[]
  label: string
  unit: 'Line' | 'Item'
}

function Lines({ rows, label, unit }: LinesProps) {
  return (
    <ul className={styles.lines} aria-label={label}>
      {rows.map(({ line, words }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two things may be wrong in a line, and the list never changes
        <li key={index}>
          <span className={styles.about}>
            {unit} {line}
          </span>{' '}
          {words}
        </li>
      ))}
    </ul>
  )
}
