import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { decodeText } from '#core/contract/decode-text.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { ImportAnswer, QuestionFile } from '../bank-contract.ts'
import { bankApi, bankReads } from './client.ts'
import { formatQuestions, typeLabels } from './questionLabels.ts'
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
      help="A CSV file as a bank exports it, or a text file in Moodle’s GIFT format."
      size="large"
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <Importing bankId={bankId} onClose={onClose} />
    </Dialog>
  )
}

interface Chosen {
  name: string
  file: Pick<QuestionFile, 'format' | 'text'>
}

function Importing({ bankId, onClose }: Omit<ImportDialogProps, 'isOpen'>) {
  const [chosen, setChosen] = useState<Chosen>()
  const preview = useMutation(bankApi.importQuestions.mutation())
  const importing = useMutation(bankApi.importQuestions.mutation({ touches: bankReads }))
  const params = { id: bankId }
  const look = async (picked: File) => {
    importing.reset()
    const { text } = decodeText(new Uint8Array(await picked.arrayBuffer()))
    const file = { format: /\.csv$/i.test(picked.name) ? ('csv' as const) : ('gift' as const), text }
    setChosen({ name: picked.name, file })
    preview.mutate({ params, body: { ...file, isPreview: true } })
  }
  const write = async () => {
    if (!chosen) return
    // A failure is shown above.
    const answer = await importing
      .mutateAsync({ params, body: { ...chosen.file, isPreview: false } })
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
            acceptedFileTypes={['text/csv', 'text/plain', '.csv', '.txt', '.gift']}
            onSelect={(files) => {
              const file = files?.[0]
              if (file) void look(file)
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

/** Shows the preview of a file: the questions that are left out, what is changed in others, and those to be imported. */
function Looked({ answer }: { answer: ImportAnswer }) {
  const { problems, problemCount, notes, noteCount, questions } = answer
  return (
    <>
      {problemCount > 0 && (
        <>
          <Banner tone="error" title={problemCount === 1 ? '1 thing is wrong' : `${problemCount} things are wrong`}>
            Questions at these lines are not imported.
            {problemCount > problems.length && ` The first ${problems.length} of them:`}
          </Banner>
          <Lines rows={problems.map(toRow)} label="What is wrong" />
        </>
      )}
      {noteCount > 0 && (
        <>
          <Banner tone="warn" title={noteCount === 1 ? '1 change' : `${noteCount} changes`}>
            Questions at these lines are imported with these changes.
            {noteCount > notes.length && ` The first ${notes.length} of them:`}
          </Banner>
          <Lines rows={notes.map(toRow)} label="Changes" />
        </>
      )}
      {questions.length > 0 && (
        <>
          <p className={styles.muted}>{formatQuestions(questions.length)} can be imported.</p>
          <Lines
            rows={questions.map(({ line, type, prompt }) => ({ line, words: `${typeLabels[type].label}: ${prompt}` }))}
            label="Questions of the file"
          />
        </>
      )}
    </>
  )
}

const toRow = ({ line, message }: ImportAnswer['problems'][number]) => ({ line, words: message })

function Lines({ rows, label }: { rows: readonly { line: number; words: string }[]; label: string }) {
  return (
    <ul className={styles.lines} aria-label={label}>
      {rows.map(({ line, words }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two things may be wrong in a line, and the list never changes
        <li key={index}>
          <span className={styles.about}>Line {line}</span> {words}
        </li>
      ))}
    </ul>
  )
}
