import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { dateOrders, type DateOrder, type Encoding, type StudentImport } from '../contract.ts'
import { importsApi } from './client.ts'
import { dateOrderLabels } from './importLabels.ts'
import * as styles from './ImportColumns.css.ts'

/** Asks the open questions about a file before the import. */
export function ImportQuestions({ file }: { file: StudentImport }) {
  return (
    <>
      {file.questions.includes('encoding') && <EncodingQuestion file={file} />}
      {file.questions.includes('dateOrder') && <DateQuestion file={file} />}
    </>
  )
}

function EncodingQuestion({ file: { id, encodingChoices, encoding } }: { file: StudentImport }) {
  const [chosen, setChosen] = useState<Encoding | undefined>(
    encodingChoices.find((choice) => choice.encoding === encoding)?.encoding,
  )
  const read = useMutation(importsApi.readImportAgain.mutation({ touches: [importsApi.listImports.key()] }))
  return (
    <Banner tone="warn" title="Which of these is written correctly?">
      <div className={styles.form}>
        <p>The file does not state its character encoding. Choose the version in which the names are correct.</p>
        <Select<Encoding>
          label="Reading"
          options={encodingChoices.map((choice) => ({
            id: choice.encoding,
            label: choice.sample,
            description: choice.encoding,
          }))}
          value={chosen}
          onChange={setChosen}
        />
        {read.error && <Banner tone="error">{errorText(read.error)}</Banner>}
        <div>
          <Button
            isPending={read.isPending}
            isDisabled={chosen === undefined}
            onPress={() => read.mutate({ params: { id }, body: { encoding: chosen } })}
          >
            Use this version
          </Button>
        </div>
      </div>
    </Banner>
  )
}

function DateQuestion({ file: { id, mapping, nameOrder, samples } }: { file: StudentImport }) {
  const map = useMutation(importsApi.mapImport.mutation({ touches: [importsApi.listImports.key()] }))
  const choose = (dateOrder: DateOrder) => map.mutate({ params: { id }, body: { mapping, nameOrder, dateOrder } })
  const [example] = samples[mapping.dateOfBirth ?? -1] ?? []
  return (
    <Banner tone="warn" title="Do dates have the day or the month first?">
      <div className={styles.form}>
        <p>
          The file does not say. The rows below show the dates as they would be read now
          {example ? `; the first is written ${example}` : ''}.
        </p>
        {map.error && <Banner tone="error">{errorText(map.error)}</Banner>}
        <div className={styles.actions}>
          {dateOrders.map((order) => (
            <Button key={order} isDisabled={map.isPending} onPress={() => choose(order)}>
              {dateOrderLabels[order]}
            </Button>
          ))}
        </div>
      </div>
    </Banner>
  )
}
