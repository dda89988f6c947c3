const STORED_AS = 'trellis.single-keys'

/** True unless the user has turned off keys without Ctrl on this device: speech input presses them by mistake (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => localStorage.getItem(STORED_AS) !== 'off'

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED_AS)
  else localStorage.setItem(STORED_AS, 'off')
}

/** Elements in which letters are typed, or find an item by its name. */
const TAKES_LETTERS =
  'input:not([type=checkbox], [type=radio]), textarea, select, [role=listbox], [role=menu], [role=grid], [role=tree], [role=radiogroup]'

const takesLetters = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(TAKES_LETTERS) !== null)

/** True if a key was pressed alone, and means something to the page as a whole. */
export const isSingleKey = (event: KeyboardEvent): boolean =>
  !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) &&
  !takesLetters(event.target) &&
  document.querySelector('[role=dialog], [role=alertdialog]') === null &&
  areSingleKeysOn()
