-- Wireshark and tshark: the messages between hosts and IMPs of 1972, as `trace10 export pcap` writes them.
--
--   tshark -X lua_script:tools/utah10.lua -r run.pcap -V
--   wireshark -X lua_script:tools/utah10.lua run.pcap
--
-- Link type USER0 (147). Each message is preceded by a header of our own, 16 octets, high octet first:
--   0     version, 1
--   1     direction: 0 host to IMP, 1 IMP to host
--   2-3   wire: which host interface
--   4-7   bits of the message; its last octet is filled with zeros
--   8-15  nanoseconds from the first bit to the last; the time of the packet is that of the last bit
-- Then the message as sent on the wire: the 32-bit leader of the 1822 interface; in a regular message, the 40 bits of
-- the host-host protocol after the leader (byte size, byte count, zeros on either side); the text and its padding.
--
-- Display filters: utah10.*, imp1822.*, ncp1972.* (Wireshark has a different ncp of its own). Numbers are decimal.

local wire = Proto("utah10", "utah10 wire between host and IMP")
local imp = Proto("imp1822", "1822 host-IMP leader")
local ncp = Proto("ncp1972", "Host-host protocol")

local kHeader, kLeader, kHostHeader = 16, 4, 9  -- octets; the last counts the leader
local kRegular = 0

local directions = { [0] = "host to IMP", [1] = "IMP to host" }

local wf = {
  version = ProtoField.uint8("utah10.version", "Version"),
  direction = ProtoField.uint8("utah10.direction", "Direction", base.DEC, directions),
  wire = ProtoField.uint16("utah10.wire", "Wire"),
  bits = ProtoField.uint32("utah10.bits", "Bits"),
  time = ProtoField.uint64("utah10.duration", "Nanoseconds on the wire"),
}
wire.fields = { wf.version, wf.direction, wf.wire, wf.bits, wf.time }

local toImp = {
  [0] = "regular message", [1] = "error without message identification", [2] = "host going down", [4] = "NOP",
  [8] = "error with message identification",
}
local toHost = {
  [0] = "regular message", [1] = "error in leader", [2] = "IMP going down", [3] = "unassigned", [4] = "NOP",
  [5] = "RFNM", [6] = "unassigned", [7] = "destination dead", [8] = "error in data", [9] = "incomplete transmission",
  [10] = "interface reset",
}
-- For messages from the IMP, by type.
local subtypes = {
  [1] = { [0] = "the host's error flop was set", [1] = "message shorter than 32 bits", [2] = "illegal type" },
  [7] = { [0] = "IMP dead or unreachable", [1] = "host dead" },
  [9] = { [0] = "destination tardy", [1] = "message too long", [2] = "host took more than 15 s",
          [3] = "lost in the subnet", [4] = "resources unavailable" },
}
local reasons = { [0] = "in 30 s (panic)", [1] = "scheduled, hardware", [2] = "scheduled, software", [3] = "emergency" }

local lf = {
  priority = ProtoField.bool("imp1822.priority", "Priority", 8, nil, 0x80),
  fake = ProtoField.bool("imp1822.forimp", "For or from the IMP itself", 8, nil, 0x40),
  trace = ProtoField.bool("imp1822.trace", "Trace", 8, nil, 0x20),
  octal = ProtoField.bool("imp1822.octal", "Octal", 8, nil, 0x10),
  kind = ProtoField.uint8("imp1822.type", "Type", base.DEC, nil, 0x0f),
  name = ProtoField.string("imp1822.typename", "Type name"),
  id = ProtoField.uint8("imp1822.hostid", "Host number, host times 64 and IMP"),
  host = ProtoField.uint8("imp1822.host", "Host at that IMP", base.DEC, nil, 0xc0),
  imp = ProtoField.uint8("imp1822.imp", "IMP", base.DEC, nil, 0x3f),
  link = ProtoField.uint8("imp1822.link", "Link"),
  zero = ProtoField.uint8("imp1822.zero", "Zero", base.DEC, nil, 0xf0),
  subtype = ProtoField.uint8("imp1822.subtype", "Subtype", base.DEC, nil, 0x0f),
  meaning = ProtoField.string("imp1822.meaning", "Meaning"),
  reason = ProtoField.uint16("imp1822.down.reason", "Going down", base.DEC, reasons, 0xc000),
  when = ProtoField.uint16("imp1822.down.when", "When, times 5 minutes", base.DEC, nil, 0x3c00),
  long = ProtoField.uint16("imp1822.down.long", "For how long, times 5 minutes", base.DEC, nil, 0x03ff),
  back = ProtoField.uint16("imp1822.back", "Time back", base.OCT, nil, 0xfff0),
  why = ProtoField.uint16("imp1822.why", "Reason", base.DEC, nil, 0x000f),
  text = ProtoField.bytes("imp1822.text", "Unexpected text"),
}
local badMessage = ProtoExpert.new("utah10.malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR)
local badLeader = ProtoExpert.new("imp1822.malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR)
local oddLeader = ProtoExpert.new("imp1822.unknown", "Not in the protocol", expert.group.PROTOCOL, expert.severity.WARN)
wire.experts = { badMessage }
imp.fields = { lf.priority, lf.fake, lf.trace, lf.octal, lf.kind, lf.name, lf.id, lf.host, lf.imp, lf.link, lf.zero,
               lf.subtype, lf.meaning, lf.reason, lf.when, lf.long, lf.back, lf.why, lf.text }
imp.experts = { badLeader, oddLeader }

local nf = {
  m1 = ProtoField.uint8("ncp1972.m1", "Zero (M1)"),
  size = ProtoField.uint8("ncp1972.size", "Byte size (S)"),
  count = ProtoField.uint16("ncp1972.count", "Byte count (C)"),
  m2 = ProtoField.uint8("ncp1972.m2", "Zero (M2)"),
  text = ProtoField.bytes("ncp1972.text", "Text"),
  padding = ProtoField.bytes("ncp1972.padding", "Padding"),
  command = ProtoField.string("ncp1972.command", "Command"),
  op = ProtoField.uint8("ncp1972.op", "Operation"),
  mine = ProtoField.uint32("ncp1972.mysocket", "Sender's own socket"),
  yours = ProtoField.uint32("ncp1972.yoursocket", "Other socket"),
  link = ProtoField.uint8("ncp1972.link", "Link"),
  bytesize = ProtoField.uint8("ncp1972.bytesize", "Byte size of the connection"),
  messages = ProtoField.uint16("ncp1972.messages", "Message space"),
  bits = ProtoField.uint32("ncp1972.bits", "Bit space"),
  fm = ProtoField.uint8("ncp1972.fm", "128ths of the message space"),
  fb = ProtoField.uint8("ncp1972.fb", "128ths of the bit space"),
  data = ProtoField.uint8("ncp1972.data", "Data"),
  code = ProtoField.uint8("ncp1972.code", "Error code", base.DEC, {
    [0] = "undefined", [1] = "illegal operation", [2] = "parameters cut short", [3] = "bad parameter",
    [4] = "no such socket or link", [5] = "socket or link not connected" }),
  errdata = ProtoField.bytes("ncp1972.errordata", "What was wrong"),
}
local badText = ProtoExpert.new("ncp1972.malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR)
local oddText = ProtoExpert.new("ncp1972.unusual", "Against the protocol", expert.group.PROTOCOL, expert.severity.WARN)
ncp.fields = { nf.m1, nf.size, nf.count, nf.m2, nf.text, nf.padding, nf.command, nf.op, nf.mine, nf.yours, nf.link,
               nf.bytesize, nf.messages, nf.bits, nf.fm, nf.fb, nf.data, nf.code, nf.errdata }
ncp.experts = { badText, oddText }

-- Control commands: name, then fields with their octets. Source: NIC 8246.
local commands = {
  [0] = { "NOP" },
  [1] = { "RTS", { nf.mine, 4 }, { nf.yours, 4 }, { nf.link, 1 } },
  [2] = { "STR", { nf.mine, 4 }, { nf.yours, 4 }, { nf.bytesize, 1 } },
  [3] = { "CLS", { nf.mine, 4 }, { nf.yours, 4 } },
  [4] = { "ALL", { nf.link, 1 }, { nf.messages, 2 }, { nf.bits, 4 } },
  [5] = { "GVB", { nf.link, 1 }, { nf.fm, 1 }, { nf.fb, 1 } },
  [6] = { "RET", { nf.link, 1 }, { nf.messages, 2 }, { nf.bits, 4 } },
  [7] = { "INR", { nf.link, 1 } },
  [8] = { "INS", { nf.link, 1 } },
  [9] = { "ECO", { nf.data, 1 } },
  [10] = { "ERP", { nf.data, 1 } },
  [11] = { "ERR", { nf.code, 1 }, { nf.errdata, 10 } },
  [12] = { "RST" },
  [13] = { "RRP" },
}
-- An argument of at most this many octets is shown in the packet list.
local kNumbers = 4

local function malformed(tree, which, pinfo, text)
  tree:add_proto_expert_info(which, "Malformed: " .. text)
  pinfo.cols.info:append(" [malformed: " .. text .. "]")
end

local function lengthOf(command)
  local n = 1
  for i = 2, #command do n = n + command[i][2] end
  return n
end

-- Decodes one command; returns its length in octets, or nothing if it cannot be decoded.
local function controlCommand(buffer, pinfo, tree)
  local op = buffer(0, 1):uint()
  local command = commands[op]
  if command == nil then
    tree:add(nf.op, buffer(0, 1)):add_proto_expert_info(badText, "Malformed: no such command")
    pinfo.cols.info:append(" [malformed: no command " .. op .. "]")
    return nil
  end
  local length = lengthOf(command)
  if buffer:len() < length then
    tree:add(nf.op, buffer(0, 1))
    malformed(tree, badText, pinfo, command[1] .. " cut short")
    return nil
  end
  local branch = tree:add(nf.command, buffer(0, length), command[1])
  branch:add(nf.op, buffer(0, 1))
  local at, line = 1, " " .. command[1]
  for i = 2, #command do
    local range = buffer(at, command[i][2])
    branch:add(command[i][1], range)
    if range:len() <= kNumbers then line = line .. " " .. range:uint() end
    at = at + command[i][2]
  end
  branch:append_text(line:sub(#command[1] + 2))
  pinfo.cols.info:append(line)
  return length
end

local function controlText(text, pinfo, tree, size)
  if size ~= 8 then tree:add_proto_expert_info(oddText, "Byte size on link 0 is not 8") end
  if text:len() > 120 then tree:add_proto_expert_info(oddText, "More than 120 bytes on link 0") end
  local at = 0
  while at < text:len() do
    local taken = controlCommand(text(at):tvb(), pinfo, tree)
    if taken == nil then return end
    at = at + taken
  end
end

-- The text of a regular message, as long as its header says, and padding. `bits` counts the whole message.
local function hostText(buffer, pinfo, tree, bits, link)
  local size, count = buffer(5, 1):uint(), buffer(6, 2):uint()
  local wanted, there = size * count, bits - 8 * kHostHeader
  if wanted > there then
    malformed(tree, badText, pinfo, string.format("%d bytes of %d bits, only %d bits there", count, size, there))
    return
  end
  local octets = math.floor((wanted + 7) / 8)
  if octets > 0 then
    local text = buffer(kHostHeader, octets)
    if link == 0 then controlText(text:tvb(), pinfo, tree, size) else tree:add(nf.text, text) end
  end
  if buffer:len() > kHostHeader + octets then
    tree:add(nf.padding, buffer(kHostHeader + octets)):append_text(string.format(" (%d bits)", there - wanted))
  end
end

local function hostHost(buffer, pinfo, root, bits, link)
  local tree = root:add(ncp, buffer(kLeader), "Host-host protocol, link " .. link .. (link == 0 and " (control)" or ""))
  if bits < 8 * kHostHeader then
    malformed(tree, badText, pinfo, "regular message of less than 72 bits")
    return
  end
  pinfo.cols.protocol = "NCP"
  tree:add(nf.m1, buffer(4, 1))
  tree:add(nf.size, buffer(5, 1))
  tree:add(nf.count, buffer(6, 2))
  tree:add(nf.m2, buffer(8, 1))
  if buffer(4, 1):uint() ~= 0 or buffer(8, 1):uint() ~= 0 then
    tree:add_proto_expert_info(oddText, "M1 and M2 should be zero")
  end
  if buffer(5, 1):uint() == 0 then tree:add_proto_expert_info(oddText, "Byte size 0") end
  if link ~= 0 then
    pinfo.cols.info:append(string.format(" %d bytes of %d bits", buffer(6, 2):uint(), buffer(5, 1):uint()))
  end
  hostText(buffer, pinfo, tree, bits, link)
end

-- The second half of the leader: usually a link; the times, if the host or IMP is going down.
local function secondHalf(buffer, tree, fromImp, kind)
  local half = buffer(2, 2)
  if kind == 2 and fromImp then
    tree:add(lf.reason, half)
    tree:add(lf.when, half)
    tree:add(lf.long, half)
    return
  end
  if kind == 2 then
    tree:add(lf.back, half)
    tree:add(lf.why, half)
    return
  end
  tree:add(lf.link, buffer(2, 1))
  tree:add(lf.zero, buffer(3, 1))
  tree:add(lf.subtype, buffer(3, 1))
  local meaning = fromImp and subtypes[kind] and subtypes[kind][buffer(3, 1):bitfield(4, 4)]
  if meaning then tree:add(lf.meaning, buffer(3, 1), meaning) end
end

local function leader(buffer, pinfo, root, fromImp)
  local tree = root:add(imp, buffer(0, kLeader))
  local first = buffer(0, 1)
  local kind, id, link = first:bitfield(4, 4), buffer(1, 1):uint(), buffer(2, 1):uint()
  local name = (fromImp and toHost or toImp)[kind]
  for _, flag in ipairs({ lf.priority, lf.fake, lf.trace, lf.octal }) do tree:add(flag, first) end
  tree:add(lf.kind, first):append_text(" (" .. (name or "not in the protocol") .. ")")
  tree:add(lf.name, first, name or "?")
  if name == nil then tree:add_proto_expert_info(oddLeader, "No such type in this direction") end
  tree:add(lf.id, buffer(1, 1))
  tree:add(lf.host, buffer(1, 1))
  tree:add(lf.imp, buffer(1, 1))
  secondHalf(buffer, tree, fromImp, kind)
  tree:append_text(", " .. (name or "type " .. kind))
  pinfo.cols.protocol = "1822"
  pinfo.cols[fromImp and "src" or "dst"] = "host " .. id
  pinfo.cols.info = (name or "type " .. kind) .. (fromImp and ", host " or " to host ") .. id
  if kind ~= 2 and kind ~= 4 then pinfo.cols.info:append(" link " .. link) end
  return tree, kind, link
end

local function message(buffer, pinfo, root, bits, fromImp)
  local tree, kind, link = leader(buffer, pinfo, root, fromImp)
  if kind == kRegular then
    if bits == 8 * kLeader then
      malformed(tree, badLeader, pinfo, "regular message without text")
    else
      hostHost(buffer, pinfo, root, bits, link)
    end
  elseif buffer:len() > kLeader then
    tree:add(lf.text, buffer(kLeader))
  end
end

function wire.dissector(buffer, pinfo, root)
  pinfo.cols.protocol = "utah10"
  local tree = root:add(wire, buffer(0, math.min(kHeader, buffer:len())))
  if buffer:len() < kHeader then
    pinfo.cols.info = ""
    malformed(tree, badMessage, pinfo, "header cut short")
    return buffer:len()
  end
  tree:add(wf.version, buffer(0, 1))
  tree:add(wf.direction, buffer(1, 1))
  tree:add(wf.wire, buffer(2, 2))
  tree:add(wf.bits, buffer(4, 4))
  tree:add(wf.time, buffer(8, 8))
  local fromImp, bits = buffer(1, 1):uint() == 1, buffer(4, 4):uint()
  pinfo.cols.info = ""
  pinfo.cols.src = fromImp and "IMP" or "wire " .. buffer(2, 2):uint()
  pinfo.cols.dst = fromImp and "wire " .. buffer(2, 2):uint() or "IMP"
  if buffer(0, 1):uint() ~= 1 or buffer(1, 1):uint() > 1 then
    malformed(tree, badMessage, pinfo, "header of a different version")
  elseif math.floor((bits + 7) / 8) ~= buffer:len() - kHeader then
    malformed(tree, badMessage, pinfo, "bits and octets disagree")
  elseif bits < 8 * kLeader then
    malformed(tree, badMessage, pinfo, "message shorter than its leader")
  else
    message(buffer(kHeader):tvb(), pinfo, root, bits, fromImp)
  end
  return buffer:len()
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, wire)
