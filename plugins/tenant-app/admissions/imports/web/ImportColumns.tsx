import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { dateOrders, fieldNames, importFields, type DateOrder, type StudentImport } from '../contract.ts'
import { importsApi } from './client.ts'
import * as styles from './ImportColumns.css.ts'

const NO_COLUMN = -1

const orderLabels: Record<DateOrder, string> = {
  'day-first': 'Day first: 31/5/2016',
  'month-first': 'Month first: 5/31/2016',
}

/** Which column of the file holds what, where the names of columns did not tell. */
export function ImportColumns({ file: { id, headers, ...file } }: { file: StudentImport }) {
  const [mapping, setMapping] = useState(file.mapping)
  const [dateOrder, setDateOrder] = useState(file.dateOrder)
  const map = useMutation(importsApi.mapImport.mutation({ touches: [importsApi.listImports.key()] }))
  const columns = [
    { id: NO_COLUMN, label: 'Not in the file' },
    ...headers.map((header, index) => ({ id: index, label: header || `Column ${index + 1}` })),
  ]
  return (
    <div className={styles.form}>
      <div className={styles.fields}>
        {importFields.map((field) => (
          <Select<number>
            key={field}
            label={fieldNames[field]}
            options={columns}
            value={mapping[field] ?? NO_COLUMN}
            onChange={(column) => setMapping((now) => ({ ...now, [field]: column === NO_COLUMN ? undefined : column }))}
          />
        ))}
        <Select<DateOrder>
          label="Dates with slashes"
          options={dateOrders.map((order) => ({ id: order, label: orderLabels[order] }))}
          value={dateOrder}
          onChange={setDateOrder}
        />
      </div>
      {map.error && <Banner tone="error">{errorText(map.error)}</Banner>}
      <div>
        <Button isPending={map.isPending} onPress={() => map.mutate({ params: { id }, body: { mapping, dateOrder } })}>
          Check rows again
        </Button>
      </div>
    </div>
  )
}
