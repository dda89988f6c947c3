import { Loaded } from '../feedback/Loaded.tsx'
import type { LoadedProps } from '../feedback/Loaded.tsx'
import { DialogBody } from './Dialog.tsx'

/** Loaded for a dialog whose body and footer, or form, are made of what a query answers. */
export function LoadedInDialog<Data>({ query, height, children }: Omit<LoadedProps<Data>, 'isFrameless'>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <DialogBody>
      <Loaded query={query} isFrameless {...(height !== undefined && { height })}>
        {() => null}
      </Loaded>
    </DialogBody>
  )
}
