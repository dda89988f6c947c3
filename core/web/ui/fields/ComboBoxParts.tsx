import { useContext, useEffect, useMemo, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { Popover } from 'react-aria-components/Popover'
import * as styles from './Field.css.ts'
import * as popover from '../overlays/Popover.css.ts'

/** Text input of a combo box. A press opens the list, focus alone does not: it would cover the error below. */
export function ComboBoxInput({ placeholder, ref }: { placeholder?: string; ref?: Ref<HTMLInputElement> }) {
  const state = useContext(ComboBoxStateContext)
  useReadablePage(state?.isOpen ?? false)
  return (
    <Input
      ref={ref}
      placeholder={placeholder}
      className={styles.bare}
      onClick={() => {
        if (!state?.isOpen) state?.open(null, 'manual')
      }}
    />
  )
}

/**
 * React Aria hides all but the field and its list from screen readers while the list is open, the field's label and error
 * among it. It spares what has this attribute at the moment it looks: right after the effects of what is inside the field.
 */
function useReadablePage(isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return
    const spared = [...document.body.children].filter((element) => !element.hasAttribute('data-react-aria-top-layer'))
    for (const element of spared) element.setAttribute('data-react-aria-top-layer', 'true')
    queueMicrotask(() => {
      for (const element of spared) element.removeAttribute('data-react-aria-top-layer')
    })
  }, [isOpen])
}

/** The list's panel: it goes with the field when the page or a dialog scrolls, as people do on phones to see more of it. */
export function ComboBoxPopover({ children }: { children: ReactNode }) {
  const state = useContext(OverlayTriggerStateContext)
  const [scrolled, setScrolled] = useState(0)
  const staying = useMemo(
    () =>
      state && {
        ...state,
        // React Aria calls this from its scroll listener; it has no option to stay open.
        close: () => (window.event?.type === 'scroll' ? setScrolled((times) => times + 1) : state.close()),
      },
    [state],
  )
  return (
    <OverlayTriggerStateContext value={staying}>
      {/* There is no arrow: another offset of it only makes the panel find its place anew. */}
      <Popover
        className={`${popover.popover} ${popover.asWideAsTrigger}`}
        offset={4}
        arrowBoundaryOffset={scrolled % 2}
      >
        {children}
      </Popover>
    </OverlayTriggerStateContext>
  )
}
