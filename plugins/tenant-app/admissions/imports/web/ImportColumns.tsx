import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { wholeNumbers } from '#core/web/ui/fields/typedNumber.ts'
import {
  dateOrders,
  fieldNames,
  healthFields,
  importFields,
  MAX_ROWS,
  nameOrders,
  type DateOrder,
  type ImportField,
  type Mapping,
  type NameOrder,
  type StudentImport,
} from '../contract.ts'
import { importsApi } from './client.ts'
import * as styles from './ImportColumns.css.ts'
import { columnName, dateOrderLabels } from './importLabels.ts'

const NO_FIELD = 'none'
type Choice = ImportField | typeof NO_FIELD

const fieldOptions: { id: Choice; label: string }[] = [
  { id: NO_FIELD, label: 'Not imported' },
  ...importFields.map((field) => ({ id: field, label: fieldNames[field] })),
]

const nameOrderLabels: Record<NameOrder, string> = {
  'first-last': 'First name first: Ana Lopez',
  'last-first': 'Last name first: Lopez Ana',
}

const wholeNames = ['fullName', 'guardian1FullName', 'guardian2FullName'] as const

const HEALTH_HELP =
  'Hidden. Proposed for the health of students whose guardians consented to medical treatment; of others it is not imported.'

const isHealth = (field: Choice) => healthFields.some((one) => one === field)

/** Maps a column to another field; a field has one column at most. */
function withField(mapping: Mapping, column: number, field: Choice): Mapping {
  const kept = Object.entries(mapping).filter(([name, index]) => index !== column && name !== field)
  return Object.fromEntries(field === NO_FIELD ? kept : [...kept, [field, column]])
}

/** Maps the columns of a file to fields, beside their first values, and chooses the row of headers. */
export function ImportColumns({ file: { id, headers, samples, ...file } }: { file: StudentImport }) {
  const [mapping, setMapping] = useState(file.mapping)
  const [dateOrder, setDateOrder] = useState(file.dateOrder)
  const [nameOrder, setNameOrder] = useState(file.nameOrder)
  const [headerRow, setHeaderRow] = useState<number | null>(file.headerRow)
  const map = useMutation(importsApi.mapImport.mutation({ touches: [importsApi.listImports.key()] }))
  const readAgain = useMutation(importsApi.readImportAgain.mutation({ touches: [importsApi.listImports.key()] }))
  const fieldOf = (column: number): Choice => importFields.find((field) => mapping[field] === column) ?? NO_FIELD
  const columns = headers.map((header, column) => ({
    column,
    label: columnName(header, column),
    values: samples[column]?.join(' · ') || (isHealth(fieldOf(column)) ? HEALTH_HELP : 'No values'),
  }))
  const error = map.error ?? readAgain.error
  return (
    <div className={styles.form}>
      <div className={styles.fields}>
        {columns.map(({ column, label, values }) => (
          <Select<Choice>
            key={column}
            label={label}
            help={values}
            options={fieldOptions}
            value={fieldOf(column)}
            onChange={(field) => setMapping((now) => withField(now, column, field))}
          />
        ))}
      </div>
      <div className={styles.fields}>
        <Select<DateOrder>
          label="Dates with slashes"
          options={dateOrders.map((order) => ({ id: order, label: dateOrderLabels[order] }))}
          value={dateOrder}
          onChange={setDateOrder}
        />
        {wholeNames.some((field) => mapping[field] !== undefined) && (
          <Select<NameOrder>
            label="Whole names without a comma"
            options={nameOrders.map((order) => ({ id: order, label: nameOrderLabels[order] }))}
            value={nameOrder}
            onChange={setNameOrder}
          />
        )}
        <NumberField
          formatOptions={wholeNumbers}
          label="Row of the headers"
          help="Titles can be above it. Blank rows are not counted."
          minValue={1}
          maxValue={MAX_ROWS}
          value={headerRow}
          onChange={setHeaderRow}
        />
      </div>
      {error && <Banner tone="error">{errorText(error)}</Banner>}
      <div className={styles.actions}>
        <Button
          isPending={map.isPending}
          onPress={() =>
            map.mutate({
              params: { id },
              // An untouched date order stays an open question.
              body: { mapping, nameOrder, ...(dateOrder !== file.dateOrder && { dateOrder }) },
            })
          }
        >
          Check rows again
        </Button>
        {headerRow !== null && headerRow !== file.headerRow && (
          <Button
            isPending={readAgain.isPending}
            onPress={() => readAgain.mutate({ params: { id }, body: { headerRow } })}
          >
            Read from row {headerRow}
          </Button>
        )}
      </div>
    </div>
  )
}
