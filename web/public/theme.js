// Runs before the first paint, so that users with a chosen scheme see no flash of the other one.
const chosen = localStorage.getItem('theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
