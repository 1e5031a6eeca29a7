// Reads texts with jsonrepair: JSON lines with `text` in, the value as JSON or `null` for an error out.
import { createInterface } from 'node:readline'
import { jsonrepair } from 'jsonrepair'

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify(JSON.parse(jsonrepair(JSON.parse(line).text))))
  } catch {
    console.log('null')
  }
}
