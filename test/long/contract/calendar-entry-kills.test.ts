// seconds: 60
import '../../contract/calendars/entry-kills.test.ts'
