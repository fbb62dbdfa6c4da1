/** A chart as a file, made of what is on the page. */

const sharpness = 2
const savedMs = 10_000

const svgText = (svg) => {
  const copy = svg.cloneNode(true)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const { width, height } = svg.getBoundingClientRect()
  copy.setAttribute('width', String(Math.round(width)))
  copy.setAttribute('height', String(Math.round(height)))
  return new XMLSerializer().serializeToString(copy)
}

const save = (blob, name) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Only then has every browser begun to save it.
  setTimeout(() => URL.revokeObjectURL(link.href), savedMs)
}

const painted = async (svg) => {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width * sharpness
  canvas.height = image.height * sharpness
  const brush = canvas.getContext('2d')
  brush.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--card')
  brush.fillRect(0, 0, canvas.width, canvas.height)
  brush.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

const formats = {
  svg: async (svg) => new Blob([svgText(svg)], { type: 'image/svg+xml' }),
  png: painted,
}

/** Saves the chart in a card as `svg` or `png`; nothing where it holds none. */
export const savePicture = async (card, format, name) => {
  const svg = card.querySelector('.slot figure > svg')
  if (svg) save(await formats[format](svg), `${name}.${format}`)
}
