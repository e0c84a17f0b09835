#!/usr/bin/env python3
"""enumerators.py XML: checks that every value of a public enumeration has a comment, which Doxygen does not. XML is Doxygen's output."""
import sys
import xml.etree.ElementTree as ET
from pathlib import Path


def is_documented(value):
    return any("".join(value.find(part).itertext()).strip() for part in ("briefdescription", "detaileddescription"))


def main():
    values, missing = 0, []
    for path in sorted(Path(sys.argv[1]).glob("*.xml")):
        for member in ET.parse(path).iterfind(".//memberdef[@kind='enum']"):
            place = member.find("location")
            for value in member.iterfind("enumvalue"):
                values += 1
                if not is_documented(value):
                    missing.append(f"{place.get('file')}:{place.get('line')}: {value.findtext('name')} is not documented")
    for line in sorted(set(missing)):
        print(line, file=sys.stderr)
    if not values:
        print("enumerators.py: no enumeration in " + sys.argv[1], file=sys.stderr)
    return 1 if missing or not values else 0


sys.exit(main())
